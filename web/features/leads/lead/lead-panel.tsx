import { ActionIcon, Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isTyping } from '#web/lib/keys.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { type ListTarget, useLeadDetail } from '../use-leads.ts'
import classes from './lead-panel.module.css'
import type { Destination } from './lead-path.ts'
import { LeadHistory, LeadMarks, LeadSources, LeadValues, ProfileSkeleton } from './lead-profile.tsx'
import { leadTitle } from './lead-values.ts'

interface LeadPanelProps {
  target: ListTarget
  leadId: number
  /** Address of the lead's own page, with the list's filters so that it can go on from there. */
  link: Destination
  /** Moves to the lead before (-1) or after (1); absent when there is none on the page. */
  onStep: { back?: (() => void) | undefined; on?: (() => void) | undefined }
  onClose: () => void
}

const STEP_KEYS: Record<string, 'on' | 'back'> = { j: 'on', ArrowDown: 'on', k: 'back', ArrowUp: 'back' }

function PanelHead({
  title,
  link,
  onStep,
  onClose,
}: Omit<LeadPanelProps, 'target' | 'leadId'> & { title: string }) {
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Previous lead"
        disabled={!onStep.back}
        onClick={onStep.back}
      >
        <IconArrowUp size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Next lead"
        disabled={!onStep.on}
        onClick={onStep.on}
      >
        <IconArrowDown size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon component={Link} {...link} variant="subtle" color="gray" aria-label="Open full page">
        <IconMaximize size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </header>
  )
}

function PanelContent(props: LeadPanelProps) {
  const { target, leadId } = props
  const { missing, ...detail } = useLeadDetail(target, leadId)
  const lead = detail.data?.data
  return (
    <>
      <PanelHead {...props} title={lead ? leadTitle(lead) : 'Lead'} />
      <div className={classes.body} aria-busy={detail.isPending}>
        {detail.isPending && <ProfileSkeleton />}
        {missing && (
          <EmptyState title="This lead does not exist">It may have been deleted for good.</EmptyState>
        )}
        {detail.isError && !missing && (
          <LoadError what="This lead" error={detail.error} onRetry={() => void detail.refetch()} />
        )}
        {lead && (
          <>
            <LeadMarks lead={lead} />
            <LeadValues type={target.type} lead={lead} />
            <h3 className={classes.section}>Sources</h3>
            <LeadSources lead={lead} />
            <h3 className={classes.section}>History</h3>
            <LeadHistory lead={lead} />
            <Button component={Link} {...props.link} variant="default" mt="md">
              Open full page
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/**
 * The open lead beside the grid: not modal, so that the grid keeps its place and its keys; on a small screen it
 * is a drawer over the page. Arrow keys and j / k go to the neighbours, Esc closes.
 */
export function LeadPanel(props: LeadPanelProps) {
  const { onStep, onClose, leadId } = props
  const small = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const panel = useRef<HTMLElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return onClose()
    }
    const direction = STEP_KEYS[event.key]
    if (!direction) return
    event.preventDefault()
    onStep[direction]?.()
  }
  // Enter moves the focus here once; going on to the next lead leaves it where it is.
  useEffect(() => {
    const fromGrid = document.activeElement?.closest('[data-lead-grid]') !== null
    if (fromGrid && !small) panel.current?.focus({ preventScroll: true })
  }, [small])
  if (small) {
    return (
      <Drawer
        opened
        onClose={onClose}
        withCloseButton={false}
        padding={0}
        size="100%"
        attributes={{ content: { 'aria-label': 'Lead' } }}
        onKeyDown={onKeyDown}
      >
        <PanelContent {...props} />
      </Drawer>
    )
  }
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-label="Lead"
      data-lead-panel={leadId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <PanelContent {...props} />
    </aside>
  )
}
