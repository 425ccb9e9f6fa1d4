export { mailEventRoutes } from './mail-events-routes.ts'
export { createMailEventsService } from './mail-events-service.ts'
export { removeOldEvents } from './mail-events-store.ts'
export { createMailEventReceiver } from './receive-mail-events.ts'
