import { SavedListsPage as PageOfLists } from '../features/leads/lists/saved-lists-page.tsx'
import { ListActionsContext } from '../lib/list-actions.ts'
import { LIST_ACTIONS } from './list-actions.ts'

/** The page of all lists, joined with what can be done with them. */
export function SavedListsPage() {
  return (
    <ListActionsContext value={LIST_ACTIONS}>
      <PageOfLists />
    </ListActionsContext>
  )
}
