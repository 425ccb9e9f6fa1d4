import type * as api from '#contract/admin/users.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { selectOwners } from '#server/modules/accounts/accounts/index.ts'
import { showBalance } from '#server/modules/accounts/wallet/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findUsersWithFactor } from '#server/modules/identity/second-factor/index.ts'
import { listUserSessions } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { presentUser } from './present-user.ts'
import { canChangeRole, canDeleteUser, canEditUser, canSuspendUser, ownsAccount } from './user-policy.ts'
import * as reads from './users-reads.ts'
import { findPackageName, findUserView, type UserView } from './users-reads.ts'

/** In the logs of the actor's and the person's account, locked in order of their ids. */
export function recordUser(
  db: Db,
  actor: Actor,
  user: { id: number; account_id: number },
  detail: Record<string, unknown>,
): void {
  for (const accountId of [...new Set([actor.accountId, user.account_id])].sort((a, b) => a - b))
    recordAudit(db, { accountId, subject: `user:${user.id}`, detail })
}

export const emailTaken = () =>
  conflict('Someone with this email already exists', {
    fields: { email: 'Someone with this email already exists' },
  })

export async function findUserRow(ctx: Context, id: number): Promise<UserView> {
  const row = await findUserView(ctx.db, id)
  if (!row) throw notFound('The user')
  return row
}

export const isOnlyOwner = async (ctx: Context, row: UserView): Promise<boolean> =>
  row.parent_id !== null &&
  ownsAccount(row) &&
  !(await selectOwners(ctx.db, row.account_id)).some((owner) => owner.id !== row.id)

export async function showUserOfAdmin(ctx: Context, actor: Actor, id: number): Promise<api.AdminUserDetails> {
  const row = await findUserRow(ctx, id)
  const { available, reserved, spent } = await showBalance(ctx, row.account_id)
  return {
    ...presentUser(row, (await findUsersWithFactor(ctx, [id])).has(id)),
    support_open_ai_api_key: row.support_open_ai_api_key,
    account_modules: row.account_modules as api.AdminUserDetails['account_modules'],
    package: await findPackageName(ctx.db, row.account_id),
    only_owner: await isOnlyOwner(ctx, row),
    balance: { available, reserved, spent },
    sessions: await listUserSessions(ctx, id),
    can: {
      edit: canEditUser(actor, row),
      change_role: canChangeRole(actor, row),
      suspend: canSuspendUser(actor, row),
      delete: canDeleteUser(actor, row),
    },
  }
}

export async function listUsers(ctx: Context, query: ParsedInput<typeof api.adminUsers>['query']) {
  const { rows, total } = await reads.listUsers(ctx.db, query)
  const withFactor = await findUsersWithFactor(
    ctx,
    rows.map(({ id }) => id),
  )
  const data = rows.map((row) => presentUser(row, withFactor.has(row.id)))
  return pageReply(data, query, total)
}
