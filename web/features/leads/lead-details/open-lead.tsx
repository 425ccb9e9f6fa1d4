import type { Lead } from '#contract/leads/leads.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import type { GridQuery } from '../lead-data/grid-query.ts'
import { leadLink } from '../lead-data/lead-path.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { LeadPanel } from './lead-panel.tsx'
import type { RequestForLead } from './lead-tools.tsx'
import type { LeadSteps } from './use-lead-steps.ts'

interface OpenLeadProps {
  target: ListTarget
  query: GridQuery
  /** The page of the grid. */
  rows: Lead[] | undefined
  actions: readonly LeadAction[]
  steps: LeadSteps
  onAction: RequestForLead
  busy: string | undefined
  onClose: () => void
}

/** Focuses a row of the grid, which may have to be rendered first; without an id the active row. */
const focusRow = (index: number) =>
  requestAnimationFrame(() => {
    const row = index < 0 ? 'tr[tabindex="0"]' : `tr[data-index="${index}"]`
    document.querySelector<HTMLElement>(`[data-lead-grid] ${row}`)?.focus()
  })

/** The drawer of the lead in the address. */
export function OpenLead({ target, query, rows, actions, steps, onAction, busy, onClose }: OpenLeadProps) {
  const { lead: leadId } = query
  if (leadId === null) return null
  const at = rows?.findIndex(({ id }) => id === leadId) ?? -1
  return (
    <LeadPanel
      target={target}
      leadId={leadId}
      row={rows?.[at]}
      actions={actions}
      steps={steps}
      link={leadLink(target, query, leadId)}
      onAction={onAction}
      busy={busy}
      onClose={() => {
        onClose()
        focusRow(at)
      }}
    />
  )
}
