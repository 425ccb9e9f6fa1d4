import { userReply } from '#server/modules/accounts/terms/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { profileRoutes } from './profile-routes.ts'
import { showProfile } from './show-profile.ts'

export { notifyPasswordChanged } from './change-password.ts'
export { showProfile, showUser } from './show-profile.ts'

export const profileModule = defineModule({
  routes: profileRoutes,
  on: [userReply.answer((ctx, { actor, host }) => showProfile(ctx, actor, host))],
})
