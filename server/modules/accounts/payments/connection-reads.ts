import type { StripeStatus } from '#contract/accounts/payments.ts'
import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { conflict } from '#server/platform/errors.ts'
import type { AccountFacts } from '#server/providers/payments/index.ts'
import { findConnection, saveConnection } from './connections-store.ts'
import type { ConnectionRow } from './payments-tables.ts'
import { sellsAtVendor } from './signals.ts'

/** An account at Stripe as it is stored. */
export const makeConnectionFacts = (facts: AccountFacts, now: Date) => ({
  name: facts.name,
  charges_enabled: facts.chargesEnabled,
  payouts_enabled: facts.payoutsEnabled,
  requirements: facts.requirements,
  country: facts.country,
  currency: facts.currency,
  checked_at: now,
})

const presentConnection = (row: ConnectionRow): StripeStatus['connection'] => ({
  state: row.state,
  external_id: row.external_id,
  name: row.name,
  live: row.live,
  charges_enabled: row.charges_enabled,
  payouts_enabled: row.payouts_enabled,
  requirements: row.requirements,
  country: row.country,
  currency: row.currency,
  connected_at: row.connected_at?.toISOString() ?? null,
  disconnected_at: row.disconnected_at?.toISOString() ?? null,
  checked_at: row.checked_at.toISOString(),
})

// Stored facts about sellers' Stripe accounts.

export const isPlatformSeller = async (ctx: Context, accountId: number) =>
  (await findPlatformId(ctx.db)) === accountId

/** The platform sells on the account of its own key, without a connection. */
export async function findStripeConnection(
  ctx: Context,
  accountId: number,
): Promise<ConnectionRow | undefined> {
  const known = await findConnection(ctx.db, accountId)
  if (known || !ctx.stripe.isOn || !(await isPlatformSeller(ctx, accountId))) return known
  const connected_at = ctx.clock.now()
  return saveConnection(ctx.db, accountId, {
    external_id: '',
    state: 'connected',
    live: ctx.stripe.live,
    charges_enabled: true,
    connected_at,
    event_cursor: connected_at,
  })
}

async function feeOfPlatform(ctx: Context): Promise<number> {
  const platformId = await findPlatformId(ctx.db)
  return platformId === null ? 0 : ((await findConnection(ctx.db, platformId))?.fee_percent ?? 0)
}

/** @throws AppError conflict where there is no key. */
export function requireStripe(ctx: Context): void {
  if (!ctx.stripe.isOn) throw conflict('Stripe isn’t set up on this installation. Ask whoever runs it')
}

export async function showStripeStatus(ctx: Context, accountId: number): Promise<StripeStatus> {
  const row = await findStripeConnection(ctx, accountId)
  return {
    available: ctx.stripe.isOn,
    oauth: ctx.stripe.canAuthorize,
    is_platform: await isPlatformSeller(ctx, accountId),
    connection: row ? presentConnection(row) : null,
    tax: row?.tax ?? false,
    fee_percent: await feeOfPlatform(ctx),
  }
}

/** The seller's account for charges; undefined without one. */
export async function findChargeableSeller(
  ctx: Context,
  accountId: number,
): Promise<ConnectionRow | undefined> {
  const row = await findStripeConnection(ctx, accountId)
  return row?.state === 'connected' && row.charges_enabled && ctx.stripe.isOn ? row : undefined
}

/** The platform's share of a seller's sales; none of its own. */
export async function findFeePercent(ctx: Context, { account_id }: ConnectionRow): Promise<number> {
  return (await isPlatformSeller(ctx, account_id)) ? 0 : feeOfPlatform(ctx)
}

/** Whether an account has connected a payment vendor and can take payments there. */
export const acceptsPayments = async (ctx: Context, accountId: number): Promise<boolean> =>
  (await sellsAtVendor.ask(ctx, { accountId })) || (await sellsOnStripe(ctx.db, accountId))

const sellsOnStripe = async (db: Db, accountId: number): Promise<boolean> =>
  (await findRow(
    db,
    'payment_connection',
    { account_id: accountId, vendor: 'stripe', state: 'connected', charges_enabled: true },
    ['account_id'],
  )) !== undefined
