import { Box, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { isForPage, type KeyHelp, useDocumentKey, useKeyHelp } from '#web/lib/keys.ts'
import { actionsForOne, useOfferedActions } from '#web/lib/lead-actions.ts'
import { useListRef } from '#web/lib/list-ref.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { When } from '#web/ui/when.tsx'
import { CellOffers } from '../lead-actions/cell-offers.tsx'
import { useRequestedAction } from '../lead-actions/use-requested-action.tsx'
import { type GridQuery, toLeadFilters } from '../lead-data/grid-query.ts'
import { leadLink, listLink } from '../lead-data/lead-path.ts'
import { leadTitle } from '../lead-data/lead-value.ts'
import { type ListParts, ListPartsContext, useListParts } from '../lead-data/list-parts.ts'
import { NO_SELECTION } from '../lead-data/selection.ts'
import { useGridQuery } from '../lead-data/use-grid-query.ts'
import { type ListTarget, useLeadDetail, useLeadPage } from '../lead-data/use-leads.ts'
import { useActionKeys } from '../lead-data/use-list-keys.ts'
import { LeadHistory } from './lead-history.tsx'
import { LeadMarks } from './lead-marks.tsx'
import { LeadNotes } from './lead-notes.tsx'
import classes from './lead-page.module.css'
import { LeadState } from './lead-state.tsx'
import { hasStats, LeadStats } from './lead-stats.tsx'
import { LeadPosition, StepButtons } from './lead-steps.tsx'
import { LeadTools } from './lead-tools.tsx'
import { LeadSkeleton, LeadValues } from './lead-values.tsx'
import { type LeadSteps, useLeadSteps } from './use-lead-steps.ts'

const GROUP = 'On a lead’s page'
const KEYS: readonly KeyHelp[] = [
  { keys: ['j'], label: 'Next lead of the list', group: GROUP },
  { keys: ['k'], label: 'Previous lead of the list', group: GROUP },
  { keys: ['c'], label: 'Copy all values', group: GROUP },
]

/** j and k open the next or previous lead; the arrow keys scroll the page. */
function useStepKeys(steps: LeadSteps) {
  useKeyHelp(KEYS)
  useDocumentKey((event) => {
    if (!isForPage(event)) return
    if (event.key === 'j') steps.on?.()
    else if (event.key === 'k') steps.back?.()
    else return
    event.preventDefault()
  })
}

/** Links to the previous and next lead, in the order of the list it was opened from. */
function usePageSteps(target: ListTarget, query: GridQuery, leadId: number) {
  const navigate = useNavigate()
  const rows = useLeadPage(target, toLeadFilters(query))
  const steps = useLeadSteps({
    target,
    query,
    leadId,
    page: rows.data,
    onOpen: (id, page) => {
      const there = { ...query, page }
      const to = id === null ? listLink(target, there) : leadLink(target, there, id)
      void navigate({ ...to, replace: true, resetScroll: true })
    },
  })
  useStepKeys(steps)
  return { steps, row: rows.data?.data.find(({ id }) => id === leadId), total: rows.data?.total ?? 0 }
}

function LeadFacts({ lead, steps }: { lead: Lead; steps: LeadSteps | undefined }) {
  return (
    <Group component="span" display="inline-flex" gap="xs">
      {steps && <LeadPosition steps={steps} />}
      <span>
        Added <When at={lead.added_at} />
      </span>
      <LeadMarks lead={lead} />
    </Group>
  )
}

interface LeadBodyProps {
  target: ListTarget
  detail: ReturnType<typeof useLeadDetail>
}

function LeadBody({ target, detail }: LeadBodyProps) {
  const lead = detail.data?.data
  const { LeadTexts, LeadScore } = useListParts()
  return (
    <div data-in-order className={classes.columns}>
      <section aria-labelledby="profile">
        <Box id="profile" component="h2" mb="xs">
          Profile
        </Box>
        {detail.isPending && <LeadSkeleton />}
        {detail.isError && <LoadError what="This lead" query={detail} />}
        {lead && <LeadState target={target} lead={lead} />}
        {lead && <LeadValues key={lead.id} type={target.type} lead={lead} level={3} />}
        {lead && (
          <Suspense fallback={<Pending />}>
            <LeadScore target={target} leadId={lead.id} />
            <LeadTexts leadId={lead.id} />
          </Suspense>
        )}
      </section>
      <Stack data-in-order gap={24}>
        {lead && hasStats(lead) && (
          <section aria-labelledby="audience">
            <Box id="audience" component="h2" mb="xs">
              Audience over time
            </Box>
            <LeadStats lead={lead} />
          </section>
        )}
        {lead && !lead.deleted_at && (
          <section aria-labelledby="notes">
            <Box id="notes" component="h2" mb="xs">
              Notes
            </Box>
            <LeadNotes target={target} leadId={lead.id} />
          </section>
        )}
        {lead && (
          <section aria-labelledby="history">
            <Box id="history" component="h2" mb="xs">
              History
            </Box>
            <LeadHistory lead={lead} />
          </section>
        )}
      </Stack>
    </div>
  )
}

function LeadScreen({ target, leadId }: { target: ListTarget; leadId: number }) {
  const [query] = useGridQuery(target.type)
  const detail = useLeadDetail(target, leadId)
  const { steps, row, total } = usePageSteps(target, query, leadId)
  const small = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const lead = detail.data?.data ?? row
  const actions = useOfferedActions({ type: target.type, view: lead?.deleted_at ? 'bin' : 'active' })
  const requested = useRequestedAction({
    target,
    filters: toLeadFilters(query),
    total,
    selection: NO_SELECTION,
    onSelect: () => {},
  })
  useActionKeys({
    actions: lead ? actionsForOne(lead, actions) : [],
    onAction: (action) => requested.request(action, 'bar', leadId),
  })
  if (detail.missing) {
    return (
      <EmptyState title="This lead does not exist" level={1}>
        It may have been deleted or moved to another list.
      </EmptyState>
    )
  }
  const tools: ReactNode = (
    <>
      {lead && (
        <LeadTools
          target={target}
          lead={lead}
          actions={actions}
          busy={requested.busy}
          atFoot={small}
          onAction={(action, id, after) => requested.request(action, 'bar', id, after)}
          onRemoved={steps.afterLoss}
        />
      )}
      {!small && <LeadPosition steps={steps} />}
      <StepButtons steps={steps} />
    </>
  )
  return (
    <CellOffers target={target} actions={actions} onStarted={requested.follow}>
      <PageHeader
        title={lead ? leadTitle(lead) : 'Lead'}
        back={{ ...listLink(target, query), label: 'Back to the list' }}
        subtitle={lead ? <LeadFacts lead={lead} steps={small ? steps : undefined} /> : <Pending />}
        {...(small ? {} : { actions: tools })}
      />
      {requested.banner}
      <LeadBody target={target} detail={detail} />
      {small && <footer className={classes.foot}>{tools}</footer>}
      {requested.dialog}
    </CellOffers>
  )
}

/** The full page of one lead: values with their origin, history and actions. */
export function LeadPage({ parts }: { parts: ListParts }) {
  const ref = useListRef()
  const id = usePathId('resultId')
  if (!ref || id === 0) {
    return <EmptyState title="This lead does not exist" level={1} />
  }
  return (
    <ListPartsContext value={parts}>
      <LeadScreen target={ref} leadId={id} />
    </ListPartsContext>
  )
}
