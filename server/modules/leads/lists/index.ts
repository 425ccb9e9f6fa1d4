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
export { listRoutes } from './lists-routes.ts'
export { createListsService, type ListsService } from './lists-service.ts'
export { findExpiredLists, forgetList, type ListRow, lockList } from './lists-store.ts'
