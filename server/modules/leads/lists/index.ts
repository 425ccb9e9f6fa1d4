import { eventList } from '#server/modules/activity/webhooks/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { findListFacts } from './find-list.ts'
import { listRoutes } from './lists-routes.ts'

export { createList, type NewList } from './change-list.ts'
export { findListFacts, findOwnList, findTargetList, holdList, seesLists } from './find-list.ts'
export {
  historyOfLead,
  lockEntry,
  lockEntryOfRun,
  recordHistory,
  removeEntry,
  setCount,
  setDetail,
  setUndone,
  starterOfRun,
} from './history-store.ts'
export { addToListCounts } from './list-counts.ts'
export { countListsByCreator, handOverLists } from './list-creators.ts'
export { deleteLists } from './list-states.ts'
export { findExpiredLists, forgetList, type ListRow, lockList } from './lists-store.ts'
export { ensureList, findNamedLists } from './named-lists.ts'
export { showList } from './show-lists.ts'
export { listSignalChanges } from './signal-history.ts'

export const listsModule = defineModule({
  routes: (ctx) => listRoutes(ctx),
  on: [eventList.answer((ctx, { accountId, id }) => findListFacts(ctx, accountId, id))],
})
