export { authRoutes } from './auth-routes.ts'
export { type AuthService, createAuthService } from './auth-service.ts'
export { removeOldSessions } from './auth-store.ts'
