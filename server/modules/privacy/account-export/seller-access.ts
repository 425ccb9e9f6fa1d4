import { findAccount, findNames, selectOwners } from '#server/modules/accounts/accounts/index.ts'
import { canManageSubscription } from '#server/modules/accounts/subscriptions/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { mayReadAccount } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'

export type Archived = {
  accountId: number
  runId: number
}

/** @throws AppError not_found for an account that is not below the actor's. */
export async function requireCustomer(ctx: Context, actor: Actor, accountId: number): Promise<void> {
  const account = await findAccount(ctx, accountId)
  if (!account || account.deleted_at || !canManageSubscription(actor, account)) throw notFound('The account')
}

/** The same, for one whose owners let the actor see it. @throws AppError not_found, conflict. */
export async function requireReadableCustomer(ctx: Context, actor: Actor, accountId: number): Promise<void> {
  await requireCustomer(ctx, actor, accountId)
  if (!(await mayReadAccount(ctx.db, actor, accountId)))
    throw conflict(
      'This account doesn’t let you log in as its owners, so only they can export its data. Ask them to',
    )
}

/** The seller's audit log records whose data it exported, and the owners are told. */
export async function recordForSeller(
  ctx: Context,
  actor: Actor,
  { accountId, runId }: Archived,
): Promise<void> {
  if (actor.accountId === accountId) return
  recordAudit(ctx.db, {
    accountId: actor.accountId,
    subject: `account:${accountId}`,
    detail: { run_id: runId },
  })
  const person = (await findNames(ctx.db, actor.accountId, [actor.userId])).get(actor.userId)
  await notify(ctx, {
    accountId,
    userIds: (await selectOwners(ctx.db, accountId)).map(({ id }) => id),
    kind: 'data_exported',
    detail: { run_id: runId, name: person?.name || person?.email || 'Your seller' },
  })
}
