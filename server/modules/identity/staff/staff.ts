import type { StaffRole } from '#contract/core/constants.ts'
import type { StaffMember } from '#contract/identity/staff.ts'
import { lockAccount, updateUser } from '#server/modules/accounts/accounts/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { findUsersWithFactor } from '#server/modules/identity/second-factor/index.ts'
import { findLastActive } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findStaffRole, leavesAnOwner } from './staff-policy.ts'

const findPeople = (db: Db, accountId: number) =>
  db
    .selectFrom('member')
    .select(['id', 'name', 'email', 'role', 'staff_role'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()

/** People of the platform's account, with their staff roles. */
export async function listStaff(ctx: Context, actor: Actor): Promise<StaffMember[]> {
  const people = await findPeople(ctx.db, actor.accountId)
  const ids = people.map(({ id }) => id)
  const [withFactor, seen] = [await findUsersWithFactor(ctx, ids), await findLastActive(ctx, ids)]
  return people.map((person) => ({
    id: person.id,
    name: person.name,
    email: person.email,
    staff_role: findStaffRole(person),
    second_factor: withFactor.has(person.id),
    last_active_at: seen.get(person.id)?.toISOString() ?? null,
  }))
}

/** @throws AppError not_found, conflict for the last owner. */
export function setStaffRole(
  ctx: Context,
  actor: Actor,
  id: number,
  role: StaffRole | null,
): Promise<StaffMember> {
  return transaction(ctx.db, async () => {
    // One change at a time: two owners must not demote each other.
    await lockAccount(ctx.db, actor.accountId)
    const people = await findPeople(ctx.db, actor.accountId)
    const person = people.find((item) => item.id === id)
    if (!person) throw notFound('The person')
    const owners = people.filter((item) => findStaffRole(item) === 'owner').map((item) => item.id)
    if (!leavesAnOwner(owners, { id, role }))
      throw conflict('Make someone else an owner first: at least one must remain')
    await updateUser(ctx, id, { role: role === null ? 'related' : 'admin', staff_role: role })
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `user:${id}`,
      detail: {
        email: person.email,
        ...fieldChanges({ staff_role: findStaffRole(person) }, { staff_role: role }),
      },
    })
    return (await listStaff(ctx, actor)).find((item) => item.id === id) as StaffMember
  })
}
