import { acceptInvitation, showInvitation } from '#contract/identity/auth.ts'
import * as api from '#contract/identity/team.ts'
import { data, publicRoute, route } from '#server/platform/http/route.ts'
import { nameOf } from './team-policy.ts'
import type { TeamService } from './team-service.ts'

const lists = (count: number) => (count === 1 ? '1 list' : `${count} lists`)
const STATE_WORDS = { active: 'can sign in again', suspended: 'is suspended' } as const

export const teamRoutes = (team: TeamService) => [
  route(api.team, ({ actor }) => data(team.index(actor))),
  route(api.inviteMember, async ({ actor, body, host }) => {
    const data = await team.invite(actor, body, { host })
    return { data, message: `Invitation sent to ${data.email}` }
  }),
  route(api.resendInvitation, async ({ actor, params }) => {
    const data = await team.resend(actor, params.id)
    return { data, message: `Invitation sent to ${data.email} again` }
  }),
  route(api.withdrawInvitation, async ({ actor, params }) => {
    await team.withdraw(actor, params.id)
    return { success: true as const, message: 'Invitation withdrawn' }
  }),
  route(api.updateMember, async ({ actor, params, body }) => {
    const data = await team.update(actor, params.id, body)
    const onlyState = body.state && Object.keys(body).length === 1
    return { data, message: `${nameOf(data)} ${onlyState ? STATE_WORDS[data.state] : 'was changed'}` }
  }),
  route(api.removeMember, async ({ actor, params, query }) => {
    const removed = await team.remove(actor, params.id, query.hand_over_to)
    const message = `${removed.name} was removed${removed.lists > 0 ? `; ${lists(removed.lists)} handed over` : ''}`
    return { success: true as const, lists: removed.lists, message }
  }),
  publicRoute(showInvitation, ({ body, ip, host, userAgent }) =>
    data(team.show(body.token, { ip, host, userAgent })),
  ),
  publicRoute(acceptInvitation, ({ body, ip, host, userAgent }) =>
    team.accept(body, { ip, host, userAgent }),
  ),
]
