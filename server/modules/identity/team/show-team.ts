import { effectiveModules, findAccount } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { listInvitations } from './team-invitations.ts'
import { listMembers } from './team-members.ts'

/** Members, open invitations and what can be granted. */
export async function showTeam(ctx: Context, actor: Actor) {
  const account = await findAccount(ctx, actor.accountId)
  if (!account) throw notFound('The account')
  return {
    members: await listMembers(ctx, actor),
    invitations: await listInvitations(ctx, actor.accountId),
    modules: effectiveModules(account.modules, null),
  }
}
