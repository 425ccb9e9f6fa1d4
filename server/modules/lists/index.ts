export { historyOfLead, lockEntryOfRun, recordHistory, starterOfRun } from './history-store.ts'
export { listRoutes } from './lists-routes.ts'
export { createListsService, type ListsService } from './lists-service.ts'
export { findExpiredLists, forgetList, type ListRow } from './lists-store.ts'
