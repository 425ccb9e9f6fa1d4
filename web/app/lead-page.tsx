import { LeadPage as PageOfLead } from '../features/leads/lead-details/lead-page.tsx'
import { LeadActionsContext } from '../lib/lead-actions.ts'
import { LEAD_ACTIONS } from './lead-actions.ts'
import { LIST_PARTS } from './list-parts.tsx'

/** The page of a lead, combined with its actions and with parts of other features. */
export function LeadPage() {
  return (
    <LeadActionsContext value={LEAD_ACTIONS}>
      <PageOfLead parts={LIST_PARTS} />
    </LeadActionsContext>
  )
}
