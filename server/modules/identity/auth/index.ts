export { createAuthLimits } from './auth-limits.ts'
export { authRoutes } from './auth-routes.ts'
export { createAuthService } from './auth-service.ts'
export { mailRequestJob } from './mail-requests.ts'
