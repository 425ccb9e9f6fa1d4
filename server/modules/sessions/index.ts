export { findActor, findActorById } from './find-actor.ts'
export { sessionRoutes } from './sessions-routes.ts'
export { createSessionsService, removeOldCredentials, type SessionsService } from './sessions-service.ts'
export type { NewSession } from './sessions-store.ts'
