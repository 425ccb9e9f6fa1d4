import { findRechargesDue } from '#server/modules/accounts/billing/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { type IntentFacts, stripeProblem } from '#server/providers/payments/index.ts'
import { claimRecharge, isSuspended, listAttempts } from './claim-recharge.ts'
import { findChargeableSeller, findFeePercent } from './connection-reads.ts'
import { atStripe } from './connections-store.ts'
import type { ConnectionRow, RechargeRow } from './payments-tables.ts'
import { countFee } from './prices.ts'
import { failRecharge, settleRecharge } from './settle-recharge.ts'
import { findCustomer } from './stripe-rows.ts'

// Recharges accounts by their own rule: one attempt at a time, charged once.

async function chargeAttempt(ctx: Context, attempt: RechargeRow, seller: ConnectionRow): Promise<void> {
  const at = atStripe(seller)
  const customer = await findCustomer(ctx.db, attempt.account_id, at)
  if (!customer?.method_id) return
  const { amount_minor: amountMinor, currency } = attempt
  let facts: IntentFacts
  try {
    facts = await ctx.stripe.chargeStored(at.account, {
      customer: customer.external_id,
      method: customer.method_id,
      amountMinor,
      currency,
      feeMinor: countFee(amountMinor, await findFeePercent(ctx, seller)),
      metadata: { recharge: attempt.id, account: String(attempt.account_id) },
      key: attempt.id,
    })
  } catch (error) {
    const problem = stripeProblem(error)
    // Without a reply nobody knows whether it was charged: the same attempt is repeated under its key.
    if (problem.code === 'unavailable') throw problem
    return transaction(ctx.db, () => failRecharge(ctx, attempt, problem.message, null))
  }
  // One that needs its owner's confirmation would stay open forever.
  const isWaiting = !['succeeded', 'processing'].includes(facts.status)
  if (isWaiting) await ctx.stripe.cancelIntent(at.account, facts.id).catch(() => {})
  await transaction(ctx.db, () => settleRecharge(ctx, { sellerId: seller.account_id, at }, facts))
}

/** Checks one account. @returns whether something was charged or tried. */
export async function rechargeAccount(ctx: Context, accountId: number, sellerId: number): Promise<boolean> {
  const seller = await findChargeableSeller(ctx, sellerId)
  if (!seller) return false
  const attempt = await claimRecharge(ctx, accountId, seller).catch((error) => {
    if (isUniqueViolation(error, 'recharge_attempt_open')) return null
    throw error
  })
  if (attempt?.state !== 'claimed') return false
  await chargeAttempt(ctx, attempt, seller)
  return true
}

/** Every minute: all accounts that are low. */
export async function tickRecharges(ctx: Context): Promise<void> {
  if (!ctx.stripe.isOn) return
  await forEachItem('accounts', await findRechargesDue(ctx.db), ({ account_id, seller_id }) =>
    rechargeAccount(ctx, account_id, seller_id),
  )
}

/** The account's recharge status; null when none was tried. */
export async function showRechargeState(ctx: Context, accountId: number, card: string | null) {
  const attempts = await listAttempts(ctx.db, accountId)
  const [last] = attempts
  if (!last) return null
  return {
    suspended: isSuspended(attempts, card),
    problem: last.state === 'failed' ? last.problem : null,
    pay_url: last.pay_url,
  }
}
