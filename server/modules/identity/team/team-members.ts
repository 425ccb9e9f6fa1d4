import { USAGE_DAYS } from '#contract/accounts/wallet.ts'
import type { Member } from '#contract/identity/team.ts'
import {
  lockMember,
  type MemberRow,
  selectOwners,
  updateUser,
} from '#server/modules/accounts/accounts/index.ts'
import { listMemberCaps, listMemberSpending, setMemberCap } from '#server/modules/accounts/wallet/index.ts'
import { countRunsByCreator } from '#server/modules/activity/runs/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { findUsersWithFactor } from '#server/modules/identity/second-factor/index.ts'
import { findLastActive, revokeAllSessions } from '#server/modules/identity/sessions/index.ts'
import { countListsByCreator, handOverLists } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { lockTeam } from './lock-team.ts'
import { inOrder, type MemberFacts, presentMember } from './present-team.ts'
import { type Changes, changeProblem, formatUserName, removalProblem } from './team-policy.ts'
import { findDeletedMembers, findMembers } from './team-store.ts'

async function findFacts(ctx: Context, actor: Actor, userIds: number[]): Promise<MemberFacts> {
  const [caps, spending, listCounts, runs, lastActive, secondFactor] = await Promise.all([
    listMemberCaps(ctx, actor.accountId),
    listMemberSpending(ctx, actor.accountId, actor.timeZone),
    countListsByCreator(ctx, actor.accountId),
    countRunsByCreator(ctx, actor.accountId, USAGE_DAYS),
    findLastActive(ctx, userIds),
    findUsersWithFactor(ctx, userIds),
  ])
  return { caps, spending, lists: listCounts, runs, lastActive, secondFactor }
}

export async function listMembers(ctx: Context, actor: Actor): Promise<Member[]> {
  const users = inOrder(await findMembers(ctx.db, actor.accountId))
  const facts = await findFacts(
    ctx,
    actor,
    users.map((user) => user.id),
  )
  return users.map((user) => presentMember(user, facts, { id: actor.userId, role: actor.role }))
}

async function lockJudged(ctx: Context, accountId: number, id: number) {
  const user = await lockMember(ctx.db, accountId, id)
  if (!user) throw notFound('The member')
  return { ...user, cap: (await listMemberCaps(ctx, accountId)).get(id) ?? null }
}

async function applyChanges(
  ctx: Context,
  user: Pick<MemberRow, 'id' | 'account_id' | 'state'>,
  changes: Changes,
): Promise<void> {
  const { monthly_credit_cap: cap, ...columns } = changes
  const set = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length > 0) await updateUser(ctx, user.id, set)
  if (cap !== undefined) await setMemberCap(ctx, user.account_id, user.id, cap)
  if (changes.state === 'suspended' && user.state !== 'suspended') await revokeAllSessions(ctx, user.id)
}

/** Ends a person's access to the account. @returns how many lists were handed over. */
async function removeFromTeam(
  ctx: Context,
  { id, account_id }: Pick<MemberRow, 'id' | 'account_id'>,
  heirId: number | null,
  by: number | null,
): Promise<number> {
  await revokeAllSessions(ctx, id)
  await updateUser(ctx, id, { state: 'removed', password_hash: null, delete_at: null })
  await setMemberCap(ctx, account_id, id, null)
  return heirId === null ? 0 : handOverLists(ctx, account_id, { from: id, to: heirId, by })
}

/** Permanently removes people after their restore period; their lists go to the longest-standing owner. */
export async function removeDeletedMembers(ctx: Context): Promise<void> {
  await forEachItem('people', await findDeletedMembers(ctx.db), ({ id, account_id }) =>
    transaction(ctx.db, async () => {
      const member = await lockMember(ctx.db, account_id, id)
      if (member?.state !== 'suspended' || member.delete_at === null) return
      const heir = (await selectOwners(ctx.db, account_id)).find((owner) => owner.id !== id)
      await removeFromTeam(ctx, member, heir?.id ?? null, null)
    }),
  )
}

/** Changes a member's rights. @throws AppError not_found, conflict, forbidden, validation_failed. */
export async function updateMember(
  ctx: Context,
  actor: Actor,
  id: number,
  changes: Changes,
): Promise<Member> {
  await transaction(ctx.db, async () => {
    const team = await lockTeam(ctx.db, actor)
    const member = await lockJudged(ctx, actor.accountId, id)
    const problem = changeProblem(team.decider, member, changes, {
      isPlatform: team.isPlatform,
      modules: team.account.modules,
    })
    if (problem) throw problem
    await applyChanges(ctx, member, changes)
    const before = { ...member, monthly_credit_cap: member.cap }
    const detail = { email: member.email, ...fieldChanges(before, changes) }
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `user:${id}`, detail })
  })
  const changed = (await listMembers(ctx, actor)).find((member) => member.id === id)
  if (!changed) throw notFound('The member')
  return changed
}

/**
 * Removes a member; all their lists go to another one. Running work continues in the name of whoever started
 * it, so that its credits count for that person.
 * @throws AppError not_found, conflict, forbidden, validation_failed on hand_over_to.
 */
export const removeMember = (
  ctx: Context,
  actor: Actor,
  id: number,
  handOverTo: number,
): Promise<{ name: string; lists: number }> =>
  transaction(ctx.db, async () => {
    const { decider } = await lockTeam(ctx.db, actor)
    const member = await lockJudged(ctx, actor.accountId, id)
    const problem = removalProblem(decider, member)
    if (problem) throw problem
    const heir = handOverTo === id ? undefined : await lockMember(ctx.db, actor.accountId, handOverTo)
    if (heir?.state !== 'active')
      throw invalidField('hand_over_to', 'Choose another active member to take over the lists')
    const count = await removeFromTeam(ctx, member, heir.id, actor.userId)
    const detail = {
      email: member.email,
      lists: count,
      hand_over_to: heir.id,
      ...fieldChanges({ role: member.role, monthly_credit_cap: member.cap }, null),
    }
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `user:${id}`, detail })
    return { name: formatUserName(member), lists: count }
  })
