import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CreditPack } from '#contract/accounts/credits.ts'
import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { findRecharge, sellablePacks } from '#server/modules/accounts/billing/index.ts'
import { findShortfall } from '#server/modules/accounts/plans/index.ts'
import { lockAccountWallet, showBalance } from '#server/modules/accounts/wallet/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { insertRow } from '#server/platform/db/rows.ts'
import { atStripe } from './connections-store.ts'
import type { ConnectionRow, RechargeRow } from './payments-tables.ts'
import { findCustomer } from './stripe-rows.ts'

/** An amount of credits at a price, as offered by a seller. */
type Pack = Pick<CreditPack, 'credits' | 'price' | 'currency'>

/** Declines of one card after which nothing is tried until it is replaced. */
const MOST_DECLINES = 3
const PAUSE_MS = 60 * 60_000

/** The price of credits by a seller's packs: at the rate of the largest pack that is no larger, rounded up once. */
export function rechargePrice(packs: readonly Pack[], credits: number): Omit<Pack, 'credits'> | null {
  const bySize = packs.toSorted((a, b) => a.credits - b.credits)
  const pack = bySize.findLast((pack) => pack.credits <= credits) ?? bySize[0]
  if (!pack) return null
  const exact = BigInt(pack.price) * BigInt(credits)
  const price = Number((exact + BigInt(pack.credits) - 1n) / BigInt(pack.credits))
  return price > 0 ? { price, currency: pack.currency } : null
}

/** Whether the last declines were all of the current card. */
export function isSuspended(
  attempts: readonly Pick<RechargeRow, 'state' | 'fingerprint'>[],
  card: string | null,
) {
  const last = attempts.slice(0, MOST_DECLINES)
  return (
    last.length === MOST_DECLINES &&
    last.every((attempt) => attempt.state === 'failed' && attempt.fingerprint === card)
  )
}

/** Attempts of an account, newest first. */
export const listAttempts = (db: Db, accountId: number) =>
  db
    .selectFrom('recharge_attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy(sql`state = 'failed'`, 'desc')
    .limit(50)
    .execute()

/** Credits of this month (UTC), charged or pending. */
const usedThisMonth = async (db: Db, accountId: number): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(credits), 0)::bigint as used from recharge_attempt
    where account_id = ${accountId} and state <> 'failed'
      and created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc'`.execute(db)
  return rows[0]?.used ?? 0
}

/** Decides behind the wallet's lock whether to charge, and claims the one open attempt. */
export const claimRecharge = (
  ctx: Context,
  accountId: number,
  seller: ConnectionRow,
): Promise<RechargeRow | null> =>
  transaction(ctx.db, async () => {
    await lockAccount(ctx.db, accountId)
    await lockAccountWallet(ctx, accountId)
    const [rule, attempts] = [await findRecharge(ctx.db, accountId), await listAttempts(ctx.db, accountId)]
    const open = attempts.find(({ state }) => state === 'claimed')
    if (open) return open
    const customer = await findCustomer(ctx.db, accountId, atStripe(seller))
    if (!rule?.enabled || !customer?.method_id) return null
    const { available } = await showBalance(ctx, accountId)
    const used = await usedThisMonth(ctx.db, accountId)
    const price = rechargePrice(await sellablePacks(ctx, seller.account_id), rule.credits)
    if (available >= rule.threshold || used + rule.credits > rule.monthly_ceiling || !price) return null
    if (await findShortfall(ctx, seller.account_id, rule.credits)) return null
    const since = ctx.clock.now().getTime() - PAUSE_MS
    const isPaused = attempts.some(
      (attempt) =>
        attempt.state === 'failed' &&
        attempt.fingerprint === customer.fingerprint &&
        attempt.created_at.getTime() > since,
    )
    if (isPaused || isSuspended(attempts, customer.fingerprint)) return null
    return insertRow(ctx.db, 'recharge_attempt', {
      account_id: accountId,
      id: randomUUID(),
      state: 'claimed',
      credits: rule.credits,
      amount_minor: price.price,
      currency: price.currency,
      fingerprint: customer.fingerprint,
      external_id: null,
      pay_url: null,
      problem: null,
      created_at: ctx.clock.now(),
      done_at: null,
    })
  })
