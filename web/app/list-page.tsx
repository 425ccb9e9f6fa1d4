import { ListPage as LeadsOfList } from '../features/leads/lead-grid/list-page.tsx'
import { LeadActionsContext } from '../lib/lead-actions.ts'
import { ListActionsContext } from '../lib/list-actions.ts'
import { LEAD_ACTIONS } from './lead-actions.ts'
import { LIST_ACTIONS } from './list-actions.ts'
import { LIST_PARTS } from './list-parts.tsx'

/** The page of a list, combined with the websites of its leads and with all actions. */
export function ListPage() {
  return (
    <LeadActionsContext value={LEAD_ACTIONS}>
      <ListActionsContext value={LIST_ACTIONS}>
        <LeadsOfList parts={LIST_PARTS} />
      </ListActionsContext>
    </LeadActionsContext>
  )
}
