import { moneyText } from '#contract/core/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { IntentFacts } from '#server/providers/payments/index.ts'
import { makeMoney, type SellerAt } from './apply-invoice.ts'
import { packPaid, paymentFailed } from './apply-payments.ts'
import { listAttempts } from './claim-recharge.ts'
import type { Handled } from './handled.ts'
import { noteProblem } from './note-problem.ts'
import type { RechargeRow } from './payments-tables.ts'

// Results of an attempt. All join the current transaction.

const updateAttempt = (ctx: Context, accountId: number, id: string, set: Partial<RechargeRow>) =>
  ctx.db
    .updateTable('recharge_attempt')
    .set(set)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', 'in', ['claimed', 'pending', 'needs_action'])
    .execute()

/** Records the result of an attempt, whoever reports it first. */
export async function settleRecharge(
  ctx: Context,
  { sellerId, at }: SellerAt,
  facts: IntentFacts,
): Promise<Handled> {
  const { recharge: id = '', account } = facts.metadata
  const accountId = Number(account)
  const attempt = (await listAttempts(ctx.db, accountId)).find((attempt) => attempt.id === id)
  if (!attempt) return { outcome: 'ignored', detail: 'Not a recharge of ours' }
  if (facts.status === 'succeeded') {
    const isRight = facts.currency === attempt.currency && facts.receivedMinor === attempt.amount_minor
    if (!isRight) {
      const message = `An automatic recharge of ${moneyText(attempt.amount_minor, attempt.currency)} arrived as ${moneyText(facts.receivedMinor, facts.currency)}. No credits were given`
      const about = { externalId: facts.id, objectId: facts.id }
      await noteProblem(ctx, { at, accountId: sellerId, kind: 'payment_missing', ...about, message })
      return { outcome: 'done', detail: message }
    }
    await packPaid(ctx, {
      accountId,
      kind: 'recharge',
      name: 'Automatic recharge',
      credits: attempt.credits,
      money: makeMoney({ sellerId, at }, facts, 0),
    })
    await updateAttempt(ctx, accountId, id, {
      state: 'paid',
      external_id: facts.id,
      done_at: ctx.clock.now(),
    })
    return { outcome: 'done' }
  }
  if (facts.status === 'processing') {
    await updateAttempt(ctx, accountId, id, { state: 'pending', external_id: facts.id })
    return { outcome: 'done' }
  }
  await failRecharge(ctx, attempt, facts.declineReason ?? 'The payment was not completed', facts.id)
  return { outcome: 'done' }
}

export async function failRecharge(
  ctx: Context,
  attempt: RechargeRow,
  problem: string,
  externalId: string | null,
): Promise<void> {
  await updateAttempt(ctx, attempt.account_id, attempt.id, {
    state: 'failed',
    problem: problem.slice(0, 300),
    external_id: externalId,
    done_at: ctx.clock.now(),
  })
  await paymentFailed(ctx, {
    accountId: attempt.account_id,
    cause: `recharge:${attempt.id}`,
    product: 'Automatic recharge',
    key: `recharge:${attempt.id}`,
    amountMinor: attempt.amount_minor,
    currency: attempt.currency,
    payUrl: null,
  })
}
