export { type AuthLimits, createAuthLimits } from './auth-limits.ts'
export { authRoutes } from './auth-routes.ts'
export { type AuthService, createAuthService } from './auth-service.ts'
