export { createMailChange } from './mail-change.ts'
export { profileRoutes } from './profile-routes.ts'
export { createProfileService, type ProfileService } from './profile-service.ts'
