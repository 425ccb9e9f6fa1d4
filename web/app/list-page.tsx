import { ListPage as LeadsOfList } from '../features/leads/list-page.tsx'
import { LeadActionsContext } from '../lib/lead-actions.ts'
import { LEAD_ACTIONS } from './lead-actions.ts'
import { LIST_PARTS } from './list-parts.tsx'

/** The page of a list, joined with the websites of its leads and with what can be done to them. */
export function ListPage() {
  return (
    <LeadActionsContext value={LEAD_ACTIONS}>
      <LeadsOfList parts={LIST_PARTS} />
    </LeadActionsContext>
  )
}
