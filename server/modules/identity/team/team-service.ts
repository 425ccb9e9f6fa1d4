import { effectiveModules } from '#server/modules/accounts/accounts/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createJoining } from './join-team.ts'
import type { TeamDeps } from './team-deps.ts'
import { createTeamInvitations } from './team-invitations.ts'
import { createTeamMembers } from './team-members.ts'

/** Members and invitations of an account. */
export function createTeamService(deps: TeamDeps) {
  const { members, ...ofMembers } = createTeamMembers(deps)
  const { invitations, ...ofInvitations } = createTeamInvitations(deps)
  return {
    ...ofMembers,
    ...ofInvitations,
    ...createJoining(deps),

    /** Members, open invitations and what can be granted. */
    async index(actor: Actor) {
      const account = await deps.accounts.findAccount(actor.accountId)
      if (!account) throw notFound('The account')
      return {
        members: await members(actor),
        invitations: await invitations(actor.accountId),
        modules: effectiveModules(account.modules, null),
      }
    },
  }
}

export type TeamService = ReturnType<typeof createTeamService>
