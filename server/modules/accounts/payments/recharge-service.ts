import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Currency } from '#contract/core/money.ts'
import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { type IntentFacts, type StripeGateway, stripeProblem } from '#server/providers/payments/index.ts'
import type { PaymentEffects } from './apply-payments.ts'
import type { Connections } from './connections-service.ts'
import { atOf } from './connections-store.ts'
import type { Handled } from './event-worker.ts'
import type { ConnectionRow, RechargeRow } from './payments-tables.ts'
import { feeOf } from './prices.ts'
import { findCustomer } from './stripe-rows.ts'
import type { SellerAt } from './stripe-subscriptions.ts'

export interface RechargeRule {
  threshold: number
  credits: number
  monthly_ceiling: number
}
interface Pack {
  credits: number
  price: number
  currency: string
}

export interface RechargeDeps {
  db: Db
  clock: Clock
  log: Log
  stripe: StripeGateway
  effects: PaymentEffects
  connections: Pick<Connections, 'chargeable' | 'feePercent'>
  wallet: Pick<Wallet, 'lock' | 'balance'>
  rules: {
    /** Accounts whose balance is below their rule's threshold. */
    due(limit: number): Promise<{ account_id: number; seller_id: number }[]>
    /** The rule while it is on. */
    of(accountId: number): Promise<RechargeRule | null>
    packs(sellerId: number): Promise<Pack[]>
  }
}

/** Declines of one card after which nothing is tried until there is another one. */
const MOST_DECLINES = 3
const PAUSE_MS = 60 * 60_000
const AT_ONCE = 100

/** What credits cost by the packs of a seller: by the largest pack that is no larger, rounded up once. */
export function rechargePrice(packs: readonly Pack[], credits: number): Omit<Pack, 'credits'> | null {
  const bySize = packs.toSorted((one, other) => one.credits - other.credits)
  const pack = bySize.findLast((one) => one.credits <= credits) ?? bySize[0]
  if (!pack) return null
  const exact = BigInt(pack.price) * BigInt(credits)
  const price = Number((exact + BigInt(pack.credits) - 1n) / BigInt(pack.credits))
  return price > 0 ? { price, currency: pack.currency } : null
}

/** Whether the last declines were all of the card that would be charged now. */
export function isSuspended(
  attempts: readonly Pick<RechargeRow, 'state' | 'fingerprint'>[],
  card: string | null,
) {
  const last = attempts.slice(0, MOST_DECLINES)
  return (
    last.length === MOST_DECLINES && last.every((one) => one.state === 'failed' && one.fingerprint === card)
  )
}

/** Charges accounts that run out of credits by their own rule: one attempt at a time, which is charged once. */
export function createRecharges(deps: RechargeDeps) {
  const { db, clock, log, stripe, effects, connections, wallet, rules } = deps

  const attemptsOf = (accountId: number) =>
    db
      .selectFrom('recharge_attempt')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy(sql`state = 'failed'`, 'desc')
      .limit(50)
      .execute()

  const update = (accountId: number, id: string, set: Partial<RechargeRow>) =>
    db
      .updateTable('recharge_attempt')
      .set(set)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('state', 'in', ['claimed', 'pending', 'needs_action'])
      .execute()

  const usedThisMonth = async (accountId: number): Promise<number> => {
    const { rows } = await sql<{ used: number }>`
      select coalesce(sum(credits), 0)::bigint as used from recharge_attempt
      where account_id = ${accountId} and state <> 'failed'
        and created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc'`.execute(db)
    return rows[0]?.used ?? 0
  }

  /** Decides behind the lock of the wallet whether to charge, and takes the one open place. */
  const claim = (accountId: number, seller: ConnectionRow): Promise<RechargeRow | null> =>
    transaction(db, async () => {
      await lockAccount(db, accountId)
      await wallet.lock(accountId)
      const [rule, attempts] = [await rules.of(accountId), await attemptsOf(accountId)]
      const open = attempts.find(({ state }) => state === 'claimed')
      if (open) return open
      const customer = await findCustomer(db, accountId, atOf(seller))
      if (!rule || !customer?.method_id) return null
      const { available } = await wallet.balance(accountId)
      const used = await usedThisMonth(accountId)
      const price = rechargePrice(await rules.packs(seller.account_id), rule.credits)
      if (available >= rule.threshold || used + rule.credits > rule.monthly_ceiling || !price) return null
      const since = clock.now().getTime() - PAUSE_MS
      const isPaused = attempts.some(
        (one) =>
          one.state === 'failed' &&
          one.fingerprint === customer.fingerprint &&
          one.created_at.getTime() > since,
      )
      if (isPaused || isSuspended(attempts, customer.fingerprint)) return null
      return db
        .insertInto('recharge_attempt')
        .values({
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
          created_at: clock.now(),
          done_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    })

  /** Writes what became of an attempt, whoever tells of it first. */
  async function settle({ sellerId, at }: SellerAt, facts: IntentFacts): Promise<Handled> {
    const { recharge: id = '', account } = facts.metadata
    const accountId = Number(account)
    const attempt = (await attemptsOf(accountId)).find((one) => one.id === id)
    if (!attempt) return { outcome: 'ignored', detail: 'Not a recharge of ours' }
    if (facts.status === 'succeeded') {
      const isRight = facts.currency === attempt.currency && facts.receivedMinor === attempt.amount_minor
      if (!isRight) return { outcome: 'done', detail: 'The amount differs. No credits were given' }
      await effects.packPaid({
        accountId,
        kind: 'recharge',
        name: 'Automatic recharge',
        credits: attempt.credits,
        money: {
          at,
          externalId: facts.id,
          sellerId,
          amountMinor: facts.receivedMinor,
          taxMinor: 0,
          feeMinor: facts.feeMinor,
          currency: facts.currency as Currency,
          paidAt: facts.createdAt,
        },
      })
      await update(accountId, id, { state: 'paid', external_id: facts.id, done_at: clock.now() })
      return { outcome: 'done' }
    }
    if (facts.status === 'processing') {
      await update(accountId, id, { state: 'pending', external_id: facts.id })
      return { outcome: 'done' }
    }
    await fail(attempt, facts.declineReason ?? 'The payment was not completed', facts.id)
    return { outcome: 'done' }
  }

  async function fail(attempt: RechargeRow, problem: string, externalId: string | null): Promise<void> {
    await update(attempt.account_id, attempt.id, {
      state: 'failed',
      problem: problem.slice(0, 300),
      external_id: externalId,
      done_at: clock.now(),
    })
    await effects.paymentFailed({
      accountId: attempt.account_id,
      key: `recharge:${attempt.id}`,
      amountMinor: attempt.amount_minor,
      currency: attempt.currency,
      payUrl: null,
    })
  }

  async function charge(attempt: RechargeRow, seller: ConnectionRow): Promise<void> {
    const at = atOf(seller)
    const customer = await findCustomer(db, attempt.account_id, at)
    if (!customer?.method_id) return
    const { amount_minor: amountMinor, currency } = attempt
    let facts: IntentFacts
    try {
      facts = await stripe.chargeStored(at.account, {
        customer: customer.external_id,
        method: customer.method_id,
        amountMinor,
        currency,
        feeMinor: feeOf(amountMinor, await connections.feePercent(seller)),
        metadata: { recharge: attempt.id, account: String(attempt.account_id) },
        key: attempt.id,
      })
    } catch (error) {
      const problem = stripeProblem(error)
      // Without an answer nobody knows whether it was charged: the same attempt is made again under its key.
      if (problem.code === 'unavailable') throw problem
      return transaction(db, () => fail(attempt, problem.message, null))
    }
    // One that wants its owner to confirm would stay open for ever.
    const isWaiting = !['succeeded', 'processing'].includes(facts.status)
    if (isWaiting) await stripe.cancelIntent(at.account, facts.id).catch(() => {})
    await transaction(db, () => settle({ sellerId: seller.account_id, at }, facts))
  }

  /** Looks at one account. @returns whether something was charged or tried. */
  async function recharge(accountId: number, sellerId: number): Promise<boolean> {
    const seller = await connections.chargeable(sellerId)
    if (!seller) return false
    const attempt = await claim(accountId, seller).catch((error) => {
      if (isUniqueViolation(error, 'recharge_attempt_open')) return null
      throw error
    })
    if (attempt?.state !== 'claimed') return false
    await charge(attempt, seller)
    return true
  }

  return {
    settle,
    recharge,

    /** Every minute: everybody who has run low. */
    async tick(): Promise<void> {
      if (!stripe.isOn) return
      for (const { account_id, seller_id } of await rules.due(AT_ONCE))
        await recharge(account_id, seller_id).catch((error) =>
          log.warn({ err: error, account: account_id }, 'an automatic recharge failed'),
        )
    },

    /** What the account is shown about its recharges; null when none was tried. */
    async stateOf(accountId: number, card: string | null) {
      const attempts = await attemptsOf(accountId)
      const [last] = attempts
      if (!last) return null
      return {
        suspended: isSuspended(attempts, card),
        problem: last.state === 'failed' ? last.problem : null,
        pay_url: last.pay_url,
      }
    },
  }
}

export type Recharges = ReturnType<typeof createRecharges>
