import { counted } from '#contract/core/plural.ts'
import * as authApi from '#contract/identity/auth.ts'
import * as api from '#contract/identity/team.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, route, routeWithLookup } from '#server/platform/http/route.ts'
import { acceptInvitation, showInvitation } from './join-team.ts'
import { showTeam } from './show-team.ts'
import {
  countTeamInvitation,
  inviteMember,
  resendInvitation,
  withdrawInvitation,
} from './team-invitations.ts'
import { removeMember, updateMember } from './team-members.ts'
import { formatUserName } from './team-policy.ts'

const STATE_WORDS = { active: 'can sign in again', suspended: 'is suspended' } as const

export const teamRoutes = (ctx: Context) => [
  route(api.team, ({ actor }) => data(showTeam(ctx, actor))),
  routeWithLookup(
    api.inviteMember,
    ({ actor }) => countTeamInvitation(ctx, actor),
    async ({ actor, body, host }) => {
      const data = await inviteMember(ctx, actor, body, { host })
      return { data, message: `Invitation sent to ${data.email}` }
    },
  ),
  routeWithLookup(
    api.resendInvitation,
    ({ actor }) => countTeamInvitation(ctx, actor),
    async ({ actor, params }) => {
      const data = await resendInvitation(ctx, actor, params.id)
      return { data, message: `Invitation sent to ${data.email} again` }
    },
  ),
  route(api.withdrawInvitation, async ({ actor, params }) => {
    await withdrawInvitation(ctx, actor, params.id)
    return { success: true as const, message: 'Invitation withdrawn' }
  }),
  route(api.updateMember, async ({ actor, params, body }) => {
    const data = await updateMember(ctx, actor, params.id, body)
    const onlyState = body.state && Object.keys(body).length === 1
    return { data, message: `${formatUserName(data)} ${onlyState ? STATE_WORDS[data.state] : 'was changed'}` }
  }),
  route(api.removeMember, async ({ actor, params, query }) => {
    const removed = await removeMember(ctx, actor, params.id, query.hand_over_to)
    const message = `${removed.name} was removed${removed.lists > 0 ? `; ${counted(removed.lists, 'list')} handed over` : ''}`
    return { success: true as const, lists: removed.lists, message }
  }),
  publicRoute(authApi.showInvitation, ({ body, ip, host, userAgent }) =>
    data(showInvitation(ctx, body.token, { ip, host, userAgent })),
  ),
  publicRoute(authApi.acceptInvitation, ({ body, ip, host, userAgent }) =>
    acceptInvitation(ctx, body, { ip, host, userAgent }),
  ),
]
