import { SavedListsPage as PageOfLists } from '../features/leads/lists/saved-lists-page.tsx'
import { ListActionsContext } from '../lib/list-actions.ts'
import { LIST_ACTIONS } from './list-actions.ts'

/** The page of all lists, combined with their actions. */
export function SavedListsPage() {
  return (
    <ListActionsContext value={LIST_ACTIONS}>
      <PageOfLists />
    </ListActionsContext>
  )
}
