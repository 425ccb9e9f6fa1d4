import type { AccessPolicy, addAccount, SubscriptionDetails } from '#contract/accounts/subscriptions.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { type AccountRow, findAccount, lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { showBalance } from '#server/modules/accounts/wallet/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { DEFAULT_POLICY } from './access.ts'
import { findHolds, findPolicy, upsertPolicy } from './access-store.ts'
import { openCustomerAccount } from './add-account.ts'
import { findContactEmail } from './contacts-store.ts'
import { emitChanges } from './emit-changes.ts'
import { findVersion, listSellable, sellableVersion } from './plan-of-subscription.ts'
import { presentDetails, presentSubscription } from './present-subscription.ts'
import { refreshAccess } from './refresh-access.ts'
import { actOnSubscription, type SubscriptionAction } from './subscription-actions.ts'
import { canManageSubscription } from './subscription-policy.ts'
import * as reads from './subscriptions-reads.ts'
import { checkOverdue, findOpenChange, lockCurrent } from './subscriptions-store.ts'

const addAccountLimit = defineRateLimit({ name: 'add-account', points: 300, seconds: 60 * 60 })

/** An account in the logs of both sides. */
export function recordBoth(db: Db, actor: Actor, accountId: number, detail: Record<string, unknown>): void {
  for (const logged of [actor.accountId, accountId].sort((a, b) => a - b))
    recordAudit(db, { accountId: logged, subject: `account:${accountId}`, detail })
}

// Accounts added by a seller, with their subscriptions, access and usage.

/** @throws AppError not_found for an account that is not below the actor's. */
export async function requireBelow(ctx: Context, actor: Actor, accountId: number): Promise<AccountRow> {
  const account = await findAccount(ctx, accountId)
  if (!account || account.deleted_at || !canManageSubscription(actor, account)) throw notFound('The account')
  return account
}

/** The selling account: the actor's, or a reseller below it. @throws AppError not_found. */
export async function sellerFor(
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
): Promise<AccountRow> {
  if (accountId !== undefined && accountId !== actor.accountId) return requireBelow(ctx, actor, accountId)
  const own = await findAccount(ctx, actor.accountId)
  if (!own) throw notFound('The account')
  return own
}

export async function showSubscription(
  ctx: Context,
  actor: Actor,
  accountId: number,
): Promise<SubscriptionDetails> {
  const account = await requireBelow(ctx, actor, accountId)
  const [row] = await reads.findShown(ctx.db, [accountId])
  const seller = account.parent_id === null ? undefined : await reads.nameOfAccount(ctx.db, account.parent_id)
  if (!row || !seller) throw notFound('The account')
  const change = await findOpenChange(ctx.db, { account_id: accountId, id: row.subscription_id })
  return presentDetails(row, {
    seller,
    available: (await showBalance(ctx, accountId)).available,
    change: change ? { row: change, version: await findVersion(ctx.db, change.target_version_id) } : null,
    holds: await findHolds(ctx.db, accountId),
    viewerAccountId: actor.accountId,
  })
}

/** The email that an account was opened for. */
export const readContactEmail = (ctx: Context, accountId: number) => findContactEmail(ctx.db, accountId)

export async function listSubscriptions(
  ctx: Context,
  actor: Actor,
  query: reads.ListQuery & { account_id?: number },
) {
  const seller = await sellerFor(ctx, actor, query.account_id)
  const { rows, total } = await reads.listSubscriptions(ctx.db, seller.id, query)
  return pageReply(rows.map(presentSubscription), query, total)
}

export async function listPackagesForCustomer(ctx: Context, actor: Actor, accountId: number | undefined) {
  const seller = await sellerFor(ctx, actor, accountId)
  return (await listSellable(ctx.db, seller.id)).map(({ plan_id, name, credits, period, trial_days }) => ({
    id: plan_id,
    name,
    credits,
    period: period ?? 'once',
    trial_days,
  }))
}

/** Before adding an account. @throws AppError rate_limited. */
export const countAddedAccount = (ctx: Context, actor: Actor) =>
  addAccountLimit.consume(ctx, String(actor.accountId))

/** @throws AppError not_found, validation_failed, conflict for an email that has an account. */
export const addCustomer = (
  ctx: Context,
  actor: Actor,
  input: ParsedInput<typeof addAccount>['body'],
): Promise<SubscriptionDetails> =>
  transaction(ctx.db, async () => {
    const seller = await sellerFor(ctx, actor, input.account_id)
    const version = await sellableVersion(ctx.db, { packageId: input.package_id, sellerAccountId: seller.id })
    const account = await openCustomerAccount(ctx, actor, {
      seller,
      customer: input,
      version,
      now: ctx.clock.now(),
    })
    recordBoth(ctx.db, actor, account.id, {
      company: account.name,
      package: version.name,
      email: input.email,
    })
    return showSubscription(ctx, actor, account.id)
  })

/** @throws AppError not_found, conflict where the state does not allow it. */
export async function changeSubscription(
  ctx: Context,
  actor: Actor,
  accountId: number,
  input: SubscriptionAction,
) {
  await requireBelow(ctx, actor, accountId)
  const now = ctx.clock.now()
  const message = await transaction(ctx.db, async () => {
    const account = await lockAccount(ctx.db, accountId)
    const row = await lockCurrent(ctx.db, accountId)
    if (!account || !row) throw notFound('The account')
    const done = await actOnSubscription(ctx, { actor, account, row, now }, input)
    await emitChanges(ctx, accountId, row)
    await refreshAccess(ctx, accountId, now)
    recordBoth(ctx.db, actor, accountId, { ...input })
    return done
  })
  return { data: await showSubscription(ctx, actor, accountId), message }
}

export const showAccessPolicy = async (ctx: Context, actor: Actor): Promise<AccessPolicy> =>
  (await findPolicy(ctx.db, actor.accountId)) ?? DEFAULT_POLICY

export const setAccessPolicy = (ctx: Context, actor: Actor, policy: AccessPolicy): Promise<AccessPolicy> =>
  transaction(ctx.db, async () => {
    await upsertPolicy(ctx.db, actor.accountId, policy)
    await checkOverdue(ctx.db, actor.accountId, ctx.clock.now())
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { ...policy } })
    return policy
  })
