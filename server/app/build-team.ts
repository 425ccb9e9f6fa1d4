import { createResellersService, resellerRoutes } from '#server/modules/accounts/resellers/index.ts'
import { createStaffService, staffRoutes } from '#server/modules/identity/staff/index.ts'
import { createTeamService, teamRoutes } from '#server/modules/identity/team/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

const HOUR = 60 * 60

/** The team of an account, over people, lists and credits, and resellers, whose first owners it invites. */
export function buildTeam({ db, pool, site }: Platform, base: Base) {
  const { auth, secondFactor, sessions, sites, terms } = base
  const limits = {
    invite: createRateLimit(pool, { name: 'invite', points: 20, seconds: HOUR }),
    accept: createRateLimit(pool, { name: 'accept-invitation', points: 100, seconds: HOUR }),
  }
  const team = createTeamService({
    db,
    ...base,
    limits,
    passwordMinLength: site.passwordMinLength,
    revokeSessions: (userId) => sessions.revokeAll(userId),
    signIn: async (user, from) => auth.finishSignIn.open(user, await sites.ofHost(from.host), from),
    secondFactorUsers: (userIds) => secondFactor.usersWith(userIds),
    lastActive: (userIds) => sessions.lastActive(userIds),
    async acceptTerms({ version, ...acceptance }) {
      await terms.requireAccepted(acceptance.siteId, version)
      await terms.acceptIfCurrent({ ...acceptance, version })
    },
  })
  const resellers = createResellersService({ db, ...base, invitations: team })
  const staff = createStaffService({
    db,
    ...base,
    secondFactorUsers: (userIds) => secondFactor.usersWith(userIds),
    lastActive: (userIds) => sessions.lastActive(userIds),
  })
  const routes: Route[] = [...teamRoutes(team), ...resellerRoutes(resellers), ...staffRoutes(staff)]
  return { team, routes }
}
