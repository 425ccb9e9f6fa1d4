import type { IntentFacts } from '#server/providers/payments/index.ts'
import { moneyOf, type SellerAt } from './apply-invoice.ts'
import { attemptsOf } from './claim-recharge.ts'
import type { Handled } from './event-worker.ts'
import type { RechargeRow } from './payments-tables.ts'
import type { RechargeDeps } from './recharge-deps.ts'

/** Results of an attempt. All join the current transaction. */
export function createSettling({ db, clock, effects }: Pick<RechargeDeps, 'db' | 'clock' | 'effects'>) {
  const update = (accountId: number, id: string, set: Partial<RechargeRow>) =>
    db
      .updateTable('recharge_attempt')
      .set(set)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('state', 'in', ['claimed', 'pending', 'needs_action'])
      .execute()

  /** Records the result of an attempt, whoever reports it first. */
  async function settle({ sellerId, at }: SellerAt, facts: IntentFacts): Promise<Handled> {
    const { recharge: id = '', account } = facts.metadata
    const accountId = Number(account)
    const attempt = (await attemptsOf(db, accountId)).find((attempt) => attempt.id === id)
    if (!attempt) return { outcome: 'ignored', detail: 'Not a recharge of ours' }
    if (facts.status === 'succeeded') {
      const isRight = facts.currency === attempt.currency && facts.receivedMinor === attempt.amount_minor
      if (!isRight) return { outcome: 'done', detail: 'The amount differs. No credits were given' }
      await effects.packPaid({
        accountId,
        kind: 'recharge',
        name: 'Automatic recharge',
        credits: attempt.credits,
        money: moneyOf({ sellerId, at }, facts, 0),
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

  return { settle, fail }
}
