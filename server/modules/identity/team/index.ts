import { countInvitation, inviteOwner } from '#server/modules/accounts/accounts/index.ts'
import { sendInvitationsAgain } from '#server/modules/identity/auth/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { resendInvitationsOf } from './resend-invitations.ts'
import { countTeamInvitation, inviteFirstOwner } from './team-invitations.ts'
import { removeDeletedMembers } from './team-members.ts'
import { teamRoutes } from './team-routes.ts'
import { removeOldInvitations } from './team-store.ts'

export { removeDeletedMembers } from './team-members.ts'

export const teamModule = defineModule({
  routes: teamRoutes,
  on: [
    countInvitation.answer((ctx, { actor }) => countTeamInvitation(ctx, actor)),
    inviteOwner.answer((ctx, { actor, accountId, owner }) => inviteFirstOwner(ctx, actor, accountId, owner)),
    sendInvitationsAgain.answer((ctx, { email, realmId }) => resendInvitationsOf(ctx, email, realmId)),
  ],
  housekeeping: (ctx) => ({
    people: () => removeDeletedMembers(ctx),
    invitations: () => removeOldInvitations(ctx.db),
  }),
})
