import { ActionIcon, Box, Drawer, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { isTyping, type KeyHelp, useKeyHelp } from '#web/lib/keys.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ActionIconLink } from '../../../ui/menu-link.tsx'
import type { Destination } from '../lead-data/lead-path.ts'
import { leadTitle } from '../lead-data/lead-value.ts'
import { useListParts } from '../lead-data/list-parts.ts'
import { type ListTarget, useLeadDetail } from '../lead-data/use-leads.ts'
import { LeadHistory } from './lead-history.tsx'
import { LeadMarks } from './lead-marks.tsx'
import { LeadNotes } from './lead-notes.tsx'
import classes from './lead-panel.module.css'
import { LeadState } from './lead-state.tsx'
import { hasStats, LeadStats } from './lead-stats.tsx'
import { LeadPosition, StepButtons } from './lead-steps.tsx'
import { LeadTools, type RequestForLead } from './lead-tools.tsx'
import { LeadSkeleton, LeadValues } from './lead-values.tsx'
import type { LeadSteps } from './use-lead-steps.ts'

interface LeadPanelProps {
  target: ListTarget
  leadId: number
  /** The lead's row in the grid. */
  row: Lead | undefined
  actions: readonly LeadAction[]
  steps: LeadSteps
  /** Address of the lead's own page, with the list's filters for its neighbors. */
  link: Destination
  onAction: RequestForLead
  busy: string | undefined
  onClose: () => void
}

const STEP_KEYS: Record<string, 'on' | 'back'> = { j: 'on', ArrowDown: 'on', k: 'back', ArrowUp: 'back' }

const GROUP = 'In an open lead'
const KEYS: readonly KeyHelp[] = [
  { keys: ['j'], or: ['↓'], label: 'Next lead, including on the next page', group: GROUP },
  { keys: ['k'], or: ['↑'], label: 'Previous lead, including on the previous page', group: GROUP },
  { keys: ['c'], label: 'Copy all values', group: GROUP },
  { keys: ['Tab'], label: 'Go through values, sources and actions', group: GROUP },
  { keys: ['Esc'], label: 'Close the lead and go back to its row', group: GROUP },
]

function PanelHead({ link, onClose }: Pick<LeadPanelProps, 'link' | 'onClose'>) {
  return (
    <>
      <ActionIconLink {...link} variant="subtle" color="gray" aria-label="Open full page">
        <IconMaximize size={16} stroke={1.75} aria-hidden />
      </ActionIconLink>
      <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  )
}

function PanelContent(props: LeadPanelProps & { small: boolean }) {
  const { target, leadId, row, steps, small } = props
  const { missing, ...detail } = useLeadDetail(target, leadId)
  const lead = detail.data?.data
  const known = lead ?? row
  const title = known ? leadTitle(known) : 'Lead'
  const body = useRef<HTMLDivElement>(null)
  const { LeadTexts, LeadScore } = useListParts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lead is read from its top
  useEffect(() => {
    body.current?.scrollTo({ top: 0 })
  }, [leadId])
  return (
    <>
      <header className={classes.head}>
        <Text component="h2" truncate flex={1} miw={0} fz={15} title={title}>
          {title}
        </Text>
        <LeadPosition steps={steps} />
        {!small && <StepButtons steps={steps} />}
        <PanelHead {...props} />
      </header>
      <Box
        ref={body}
        flex={1}
        mih={0}
        pt="sm"
        pb="lg"
        pr="sm"
        pl={20}
        style={{ overflow: 'auto' }}
        aria-busy={detail.isPending}
      >
        {detail.isPending && <LeadSkeleton />}
        {missing && <EmptyState title="This lead does not exist">It may have been deleted.</EmptyState>}
        {detail.isError && !missing && <LoadError what="This lead" query={detail} />}
        {lead && (
          <>
            <LeadMarks lead={lead} />
            <LeadValues key={lead.id} type={target.type} lead={lead} level={3} />
            {hasStats(lead) && (
              <>
                <h3>Audience over time</h3>
                <LeadStats lead={lead} />
              </>
            )}
            <LeadState target={target} lead={lead} />
            <Suspense>
              <LeadScore target={target} leadId={lead.id} />
              <LeadTexts leadId={lead.id} />
            </Suspense>
            {!lead.deleted_at && (
              <>
                <Box component="h3" mt={20} mb={4} fz="xs" c="dimmed">
                  Notes
                </Box>
                <LeadNotes target={target} leadId={lead.id} />
              </>
            )}
            <Box component="h3" mt={20} mb={4} fz="xs" c="dimmed">
              History
            </Box>
            <LeadHistory lead={lead} />
          </>
        )}
      </Box>
      <footer className={classes.foot} data-small={small || undefined}>
        {known && <LeadTools {...props} lead={known} onRemoved={steps.afterLoss} atFoot={small} />}
        {small && <StepButtons steps={steps} />}
      </footer>
    </>
  )
}

/**
 * The open lead beside the grid: not modal, so that the grid keeps its scroll position and keys; on a small screen a
 * drawer over the whole page. Arrow keys and j / k open neighbors, Esc closes.
 */
export function LeadPanel(props: LeadPanelProps) {
  const { steps, onClose, leadId } = props
  const small = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const panel = useRef<HTMLElement>(null)
  useKeyHelp(KEYS)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return
    if (event.key === 'Escape') {
      event.preventDefault()
      return onClose()
    }
    const direction = STEP_KEYS[event.key]
    if (!direction) return
    event.preventDefault()
    steps[direction]?.()
  }
  // Enter moves the focus here once; the next lead leaves it where it is.
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
        classNames={{ content: classes.whole, body: classes.wholeBody }}
        onKeyDown={onKeyDown}
      >
        <Stack
          gap={0}
          h="100%"
          style={{ outline: 'none' }}
          data-lead-panel={leadId}
          tabIndex={-1}
          data-autofocus
        >
          <PanelContent {...props} small />
        </Stack>
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
      <PanelContent {...props} small={false} />
    </aside>
  )
}
