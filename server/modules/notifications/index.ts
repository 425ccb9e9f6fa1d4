export { digestJob } from './digest-job.ts'
export { notificationRoutes } from './notifications-routes.ts'
export { createNotifications, type Notice, type Notifications } from './notifications-service.ts'
export { removeOldNotifications } from './notifications-store.ts'
