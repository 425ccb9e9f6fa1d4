import { LeadPage as PageOfLead } from '../features/leads/lead-details/lead-page.tsx'
import { LeadActionsContext } from '../lib/lead-actions.ts'
import { LEAD_ACTIONS } from './lead-actions.ts'
import { LIST_PARTS } from './list-parts.tsx'

/** The page of a lead, joined with what can be done to it and with what other features tell of its runs. */
export function LeadPage() {
  return (
    <LeadActionsContext value={LEAD_ACTIONS}>
      <PageOfLead parts={LIST_PARTS} />
    </LeadActionsContext>
  )
}
