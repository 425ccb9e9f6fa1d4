import type { CreditGrant } from '#contract/accounts/credits.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import {
  listUsableGrants,
  showBalance,
  showPool,
  takeBackCredits,
  transferCredits,
} from '#server/modules/accounts/wallet/index.ts'
import { notifyPoolLow } from '#server/modules/activity/notifications/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { pick } from '#server/platform/pick.ts'
import { isOver } from './billing-store.ts'
import { canMoveCredits } from './credit-policy.ts'
import { listPacks } from './packs-store.ts'

interface Change {
  amount: number
  reason: string
}

type Grant = Awaited<ReturnType<typeof listUsableGrants>>[number]

const present = (grant: Grant): CreditGrant => ({
  ...pick(grant, 'id', 'kind', 'amount', 'remaining'),
  expires_at: grant.expires_at?.toISOString() ?? null,
  reason: grant.reason,
  added_at: grant.effective_at.toISOString(),
})

// Credits that sellers give to accounts below them and take back, and an account's funds.

/** @throws AppError not_found for accounts that are not below the caller's. */
async function requireCustomer(ctx: Context, actor: Actor, id: number) {
  const account = await findAccount(ctx, id)
  if (!account || account.deleted_at || !canMoveCredits(actor, account)) throw notFound('The account')
  return account
}

/** In the logs of both accounts, locked in order of their ids. */
function auditCredits(ctx: Context, actor: Actor, id: number, detail: Change): void {
  const accountIds = [...new Set([actor.accountId, id])].sort((a, b) => a - b)
  for (const accountId of accountIds)
    recordAudit(ctx.db, { accountId, subject: `account:${id}`, detail: { ...detail } })
}

/** The account's grants in burn order, and for sellers the upcoming demand on the pool. */
export async function listOwnGrants(ctx: Context, actor: Actor) {
  const [grants, pool] = [
    await listUsableGrants(ctx, actor.accountId),
    can(actor, 'sell') ? await showPool(ctx, actor.accountId) : null,
  ]
  const facts = pool && {
    given: pool.given,
    waiting: pool.waiting,
    waiting_transfers: pool.waiting_transfers,
  }
  return { grants: grants.map(present), pool: facts }
}

export async function showCustomerCredits(ctx: Context, actor: Actor, id: number) {
  const { path } = await requireCustomer(ctx, actor, id)
  const own_available =
    path[0] === actor.accountId ? null : (await showBalance(ctx, actor.accountId)).available
  return {
    ...(await showBalance(ctx, id)),
    grants: (await listUsableGrants(ctx, id)).map(present),
    own_available,
  }
}

/** @throws AppError not_found, insufficient_credits, conflict for a closed account or a past day. */
export async function giveCreditsToCustomer(
  ctx: Context,
  actor: Actor,
  id: number,
  { amount, reason, expires_at: until }: Change & { expires_at?: string | null },
): Promise<{ available: number }> {
  const account = await requireCustomer(ctx, actor, id)
  if (account.closed_at) throw conflict('This account is closed. Reopen it to give it credits')
  const expiresAt = until ? new Date(until) : null
  if (expiresAt && (await isOver(ctx.db, expiresAt)))
    throw invalidField('expires_at', 'Choose an expiry in the future')
  return transaction(ctx.db, async () => {
    await transferCredits(ctx, {
      from: actor.accountId,
      to: id,
      amount,
      reason,
      userId: actor.userId,
      expiresAt,
    })
    auditCredits(ctx, actor, id, { amount, reason })
    return { available: (await showBalance(ctx, id)).available }
  })
}

/** @throws AppError not_found, conflict when there are fewer. */
export async function takeCreditsFromCustomer(
  ctx: Context,
  actor: Actor,
  id: number,
  { amount, reason }: Change,
): Promise<{ available: number }> {
  await requireCustomer(ctx, actor, id)
  return transaction(ctx.db, async () => {
    await takeBackCredits(ctx, { accountId: id, amount, reason, userId: actor.userId })
    auditCredits(ctx, actor, id, { amount, reason })
    return { available: (await showBalance(ctx, id)).available }
  })
}

/** The most credits that one sale of an account needs: of its packages with a public page, and its top-ups. */
async function largestSale(db: Db, accountId: number): Promise<number> {
  const found = await db
    .selectFrom('plan_version_info')
    .select((eb) => eb.fn.max('credits').as('credits'))
    .where('owner_account_id', '=', accountId)
    .where('state', '=', 'published')
    .where('is_public', '=', true)
    .where('price_minor', '>', 0)
    .executeTakeFirst()
  const packs = await listPacks(db, accountId)
  return Math.max(Number(found?.credits ?? 0), ...packs.map(({ credits }) => credits))
}

/**
 * After a pool has given credits or lost expired ones: notifies its people once a month when it holds less than it gave in the last 30
 * days or than two more sales need, when the largest sale needs more, and when it could not pay. The pool's wallet
 * is locked.
 */
export async function notifyWhenPoolLow(
  ctx: Context,
  { accountId, isShort }: { accountId: number; isShort: boolean },
): Promise<void> {
  const [{ available }, pool] = [await showBalance(ctx, accountId), await showPool(ctx, accountId)]
  const largest = await largestSale(ctx.db, accountId)
  if (!isShort && available >= Math.max(pool.given, 2 * largest)) return
  const { waiting, given: lately, month } = pool
  await notifyPoolLow(ctx, { accountId, available, given: lately, waiting, largest, month })
}
