import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { type IntentFacts, stripeProblem } from '#server/providers/payments/index.ts'
import { attemptsOf, createClaim, isSuspended } from './claim-recharge.ts'
import { atOf } from './connections-store.ts'
import type { ConnectionRow, RechargeRow } from './payments-tables.ts'
import { feeOf } from './prices.ts'
import type { RechargeDeps } from './recharge-deps.ts'
import { createSettling } from './settle-recharge.ts'
import { findCustomer } from './stripe-rows.ts'

/** Recharges accounts by their own rule: one attempt at a time, charged once. */
export function createRecharges(deps: RechargeDeps) {
  const { db, stripe, connections, rules } = deps
  const claim = createClaim(deps)
  const { settle, fail } = createSettling(deps)

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
      // Without a reply nobody knows whether it was charged: the same attempt is repeated under its key.
      if (problem.code === 'unavailable') throw problem
      return transaction(db, () => fail(attempt, problem.message, null))
    }
    // One that needs its owner's confirmation would stay open forever.
    const isWaiting = !['succeeded', 'processing'].includes(facts.status)
    if (isWaiting) await stripe.cancelIntent(at.account, facts.id).catch(() => {})
    await transaction(db, () => settle({ sellerId: seller.account_id, at }, facts))
  }

  /** Checks one account. @returns whether something was charged or tried. */
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

    /** Every minute: all accounts that are low. */
    async tick(): Promise<void> {
      if (!stripe.isOn) return
      await forEachItem('accounts', await rules.due(), ({ account_id, seller_id }) =>
        recharge(account_id, seller_id),
      )
    },

    /** The account's recharge status; null when none was tried. */
    async stateOf(accountId: number, card: string | null) {
      const attempts = await attemptsOf(db, accountId)
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
