export { createAnswerCache, removeOldAnswers } from './answer-cache.ts'
export { removeOldSourceUse } from './health-store.ts'
export { createSourceKeys } from './keys-service.ts'
export { notApplied } from './not-applied.ts'
export { createSearchers } from './searchers-service.ts'
export { callSource } from './source-errors.ts'

export { searcherRoutes, sourceKeyRoutes } from './sources-routes.ts'
export { createSourcesService, type SourcesService } from './sources-service.ts'
