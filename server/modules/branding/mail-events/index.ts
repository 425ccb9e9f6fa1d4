export { mailEventRoutes } from './mail-events-routes.ts'
export { createMailEventsService } from './mail-events-service.ts'
export { removeOldEvents } from './mail-events-store.ts'
export { createMailEventTaker } from './take-mail-events.ts'
