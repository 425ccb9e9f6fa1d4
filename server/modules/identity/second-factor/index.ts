import { defineModule } from '#server/platform/module.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'

export { sendFactorChangeMail } from './change-mail.ts'
export { verifyFactorCode } from './factor-codes.ts'
export { findUsersWithFactor, hasSecondFactor, resetSecondFactor } from './second-factor.ts'

export const secondFactorModule = defineModule({ routes: secondFactorRoutes })
