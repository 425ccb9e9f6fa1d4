import type { StripeStatus } from '#contract/accounts/payments.ts'
import { findCurrentSubscription, followVendorState } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AccountFacts, isStripeGone, stripeProblem } from '#server/providers/payments/index.ts'
import {
  findStripeConnection,
  isPlatformSeller,
  makeConnectionFacts,
  requireStripe,
  showStripeStatus,
} from './connection-reads.ts'
import { atStripe, findConnection, payingAccounts, updateConnection } from './connections-store.ts'
import { findPaidSubscription } from './payments-store.ts'
import type { ConnectionRow } from './payments-tables.ts'

// Stripe accounts that sellers sell on.

/** The Stripe account is unreachable: paid periods stay usable until their end. */
export const leaveStripe = (ctx: Context, connection: ConnectionRow): Promise<void> =>
  transaction(ctx.db, async () => {
    const now = ctx.clock.now()
    await updateConnection(ctx.db, connection.account_id, {
      state: 'disconnected',
      disconnected_at: connection.disconnected_at ?? now,
      charges_enabled: false,
      event_cursor: connection.event_cursor ?? now,
    })
    for (const { account_id: accountId, external_id: id } of await payingAccounts(
      ctx.db,
      atStripe(connection),
    )) {
      if ((await findPaidSubscription(ctx.db, accountId))?.external_id !== id) continue
      const current = await findCurrentSubscription(ctx, accountId)
      if (current && current.state !== 'cancelled')
        await followVendorState(
          ctx,
          { accountId, vendor: 'stripe', state: 'unverified', cancelAt: current.cancel_at },
          now,
        )
    }
  })

/** Reads the account again. @throws AppError conflict, unavailable. */
export async function refreshStripeConnection(ctx: Context, accountId: number): Promise<StripeStatus> {
  requireStripe(ctx)
  const row = await findStripeConnection(ctx, accountId)
  if (!row || row.state === 'disconnected') throw conflict('Connect a Stripe account first')
  let facts: AccountFacts
  try {
    facts = await ctx.stripe.readAccount(row.external_id)
  } catch (error) {
    if (isStripeGone(error)) await leaveStripe(ctx, row)
    throw stripeProblem(error)
  }
  const isReady = facts.chargesEnabled
  await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId })
    const now = ctx.clock.now()
    const since = isReady && !row.connected_at ? { connected_at: now } : {}
    const state = isReady ? ('connected' as const) : row.state
    await updateConnection(ctx.db, accountId, { ...makeConnectionFacts(facts, now), ...since, state })
  })
  return showStripeStatus(ctx, accountId)
}

export async function setStripeOptions(
  ctx: Context,
  actor: Actor,
  set: { tax?: boolean; fee_percent?: number },
): Promise<StripeStatus> {
  const row = await findStripeConnection(ctx, actor.accountId)
  if (!row) throw conflict('Connect a Stripe account first')
  if (set.fee_percent !== undefined && !(await isPlatformSeller(ctx, actor.accountId)))
    throw invalidField('fee_percent', 'Only the installation’s account can set its share')
  const known = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, detail: known })
    await updateConnection(ctx.db, actor.accountId, { ...known, checked_at: row.checked_at })
  })
  return showStripeStatus(ctx, actor.accountId)
}

export async function disconnectStripe(ctx: Context, actor: Actor): Promise<StripeStatus> {
  const row = await findConnection(ctx.db, actor.accountId)
  if (!row || row.external_id === '') throw conflict('No Stripe account is connected')
  if (row.state === 'connected' && ctx.stripe.canAuthorize)
    await ctx.stripe.deauthorize(row.external_id).catch((error) => {
      // An account created here, or already disconnected, has nothing to revoke.
      if (stripeProblem(error).code === 'unavailable') throw stripeProblem(error)
    })
  await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { stripe_account: row.external_id } })
    await leaveStripe(ctx, row)
  })
  return showStripeStatus(ctx, actor.accountId)
}
