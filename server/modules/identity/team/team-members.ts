import { USAGE_DAYS } from '#contract/accounts/wallet.ts'
import type { Member } from '#contract/identity/team.ts'
import { lockMember, type MemberRow, ownersOf } from '#server/modules/accounts/accounts/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { inOrder, type MemberFacts, presentMember } from './present-team.ts'
import { lockTeam, type TeamDeps } from './team-deps.ts'
import { type Changes, changeProblem, nameOf, removalProblem } from './team-policy.ts'
import { findDeletedMembers, findMembers } from './team-store.ts'

/** Members of an account: their rights, suspension and removal. */
export function createTeamMembers(deps: TeamDeps) {
  const { db, accounts, lists, wallet } = deps

  async function factsOf(actor: Actor, userIds: number[]): Promise<MemberFacts> {
    const [caps, spending, listCounts, runs, lastActive, secondFactor] = await Promise.all([
      wallet.capsOf(actor.accountId),
      wallet.spendingOf(actor.accountId, actor.timeZone),
      lists.countByCreator(actor.accountId),
      deps.runs.countByCreator(actor.accountId, USAGE_DAYS),
      deps.lastActive(userIds),
      deps.secondFactorUsers(userIds),
    ])
    return { caps, spending, lists: listCounts, runs, lastActive, secondFactor }
  }

  async function members(actor: Actor): Promise<Member[]> {
    const users = inOrder(await findMembers(db, actor.accountId))
    const facts = await factsOf(
      actor,
      users.map((user) => user.id),
    )
    return users.map((user) => presentMember(user, facts, { id: actor.userId, role: actor.role }))
  }

  async function judged(accountId: number, id: number) {
    const user = await lockMember(db, accountId, id)
    if (!user) throw notFound('The member')
    return { ...user, cap: (await wallet.capsOf(accountId)).get(id) ?? null }
  }

  async function apply(
    user: Pick<MemberRow, 'id' | 'account_id' | 'state'>,
    changes: Changes,
  ): Promise<void> {
    const { monthly_credit_cap: cap, ...columns } = changes
    const set = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
    if (Object.keys(set).length > 0) await accounts.updateUser(user.id, set)
    if (cap !== undefined) await wallet.setCap(user.account_id, user.id, cap)
    if (changes.state === 'suspended' && user.state !== 'suspended') await deps.revokeSessions(user.id)
  }

  /** Ends a person's access to the account. @returns how many lists were handed over. */
  async function removeFromTeam(
    { id, account_id }: Pick<MemberRow, 'id' | 'account_id'>,
    heirId: number | null,
    by: number | null,
  ): Promise<number> {
    await deps.revokeSessions(id)
    await accounts.updateUser(id, { state: 'removed', password_hash: null, delete_at: null })
    await wallet.setCap(account_id, id, null)
    return heirId === null ? 0 : lists.handOver(account_id, id, heirId, by)
  }

  return {
    members,

    /** Permanently removes people after their restore period; their lists go to the longest-standing owner. */
    async removeDeleted(): Promise<void> {
      await forEachItem('people', await findDeletedMembers(db), ({ id, account_id }) =>
        transaction(db, async () => {
          const member = await lockMember(db, account_id, id)
          if (member?.state !== 'suspended' || member.delete_at === null) return
          const heir = (await ownersOf(db, account_id)).find((owner) => owner.id !== id)
          await removeFromTeam(member, heir?.id ?? null, null)
        }),
      )
    },

    /** Changes a member's rights. @throws AppError not_found, conflict, forbidden, validation_failed. */
    async update(actor: Actor, id: number, changes: Changes): Promise<Member> {
      await transaction(db, async () => {
        const team = await lockTeam(db, actor)
        const member = await judged(actor.accountId, id)
        const problem = changeProblem(team.decider, member, changes, {
          isPlatform: team.isPlatform,
          modules: team.account.modules,
        })
        if (problem) throw problem
        await apply(member, changes)
        const before = { ...member, monthly_credit_cap: member.cap }
        const detail = { email: member.email, ...fieldChanges(before, changes) }
        recordAudit(db, { accountId: actor.accountId, subject: `user:${id}`, detail })
      })
      const changed = (await members(actor)).find((member) => member.id === id)
      if (!changed) throw notFound('The member')
      return changed
    },

    /**
     * Removes a member; all their lists go to another one. Running work continues in the name of whoever started
     * it, so that its credits count for that person.
     * @throws AppError not_found, conflict, forbidden, validation_failed on hand_over_to.
     */
    remove: (actor: Actor, id: number, handOverTo: number): Promise<{ name: string; lists: number }> =>
      transaction(db, async () => {
        const { decider } = await lockTeam(db, actor)
        const member = await judged(actor.accountId, id)
        const problem = removalProblem(decider, member)
        if (problem) throw problem
        const heir = handOverTo === id ? undefined : await lockMember(db, actor.accountId, handOverTo)
        if (heir?.state !== 'active')
          throw invalidField('hand_over_to', 'Choose another active member to take over the lists')
        const count = await removeFromTeam(member, heir.id, actor.userId)
        const detail = {
          email: member.email,
          lists: count,
          hand_over_to: heir.id,
          ...fieldChanges({ role: member.role, monthly_credit_cap: member.cap }, null),
        }
        recordAudit(db, { accountId: actor.accountId, subject: `user:${id}`, detail })
        return { name: nameOf(member), lists: count }
      }),
  }
}
