import { findPaidSubscription, type PaymentEffects } from '#server/modules/accounts/payments/index.ts'
import { findBilledDue, type SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'

/** A rebill is overdue after this time: PayKickstart documents no notification of a failed payment. */
const GRACE_DAYS = 3

interface Deps {
  db: Db
  clock: Clock
  effects: () => Pick<PaymentEffects, 'follow'>
  subscriptions: Pick<SubscriptionsService, 'paid'>
}

/** Ends cancelled purchases, and marks those without their rebill as overdue. */
export const createOverdueCheck =
  ({ db, clock, effects, subscriptions }: Deps) =>
  async (): Promise<void> => {
    const now = clock.now()
    const before = new Date(now.getTime() - GRACE_DAYS * 24 * 60 * 60_000)
    await forEachItem('accounts', await findBilledDue(db, 'paykickstart', { now, before }), (accountId) =>
      transaction(db, async () => {
        const row = await subscriptions.paid.current(accountId)
        if (row?.billed_by !== 'paykickstart' || !['active', 'trialing', 'past_due'].includes(row.state))
          return
        const { cancel_at: cancelAt, period_end: end } = row
        const isOver = cancelAt !== null && cancelAt <= now
        if (!isOver && (end === null || end > before)) return
        const mine = await findPaidSubscription(db, accountId)
        if (mine?.vendor !== 'paykickstart') return
        await effects().follow({
          accountId,
          at: { vendor: 'paykickstart', account: mine.vendor_account },
          subscription: mine.external_id,
          state: isOver ? 'cancelled' : 'past_due',
          pastDueSince: end,
          cancelAt,
        })
      }),
    )
  }

export const overdueJob = (check: () => Promise<void>) =>
  scheduledJob({ name: 'paykickstart-overdue', cron: '7 * * * *', handle: check })
