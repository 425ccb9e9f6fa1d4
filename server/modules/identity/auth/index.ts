import { defineModule } from '#server/platform/module.ts'
import { mailRequestJob } from './answer-mail-request.ts'
import { authRoutes } from './auth-routes.ts'

export { openSignIn, signInUser } from './finish-sign-in.ts'
export type { From } from './from.ts'
export { findIdentityUsers, type IdentityKey, linkIdentity } from './identity-store.ts'
export { sendInvitationsAgain } from './signals.ts'

export const authModule = defineModule({
  routes: authRoutes,
  jobs: (ctx) => [mailRequestJob(ctx)],
})
