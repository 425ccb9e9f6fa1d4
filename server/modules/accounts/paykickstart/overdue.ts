import {
  findPaidSubscription,
  followSubscription,
  paymentFailed,
} from '#server/modules/accounts/payments/index.ts'
import { findBilledDue, findCurrentSubscription } from '#server/modules/accounts/subscriptions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { getRow } from '#server/platform/db/rows.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'

type CurrentSubscription = NonNullable<Awaited<ReturnType<typeof findCurrentSubscription>>>

/** A rebill is overdue after this time: PayKickstart documents no notification of a failed payment. */
const GRACE_DAYS = 3

/** Tells the customer, once per period. The price of the package is what the rebill should have been. */
async function reportMissedRebill(
  ctx: Context,
  { account_id: accountId, plan_version_id: versionId, period_end: end }: CurrentSubscription,
  purchase: string,
): Promise<void> {
  const columns = ['name', 'price_minor', 'currency'] as const
  const version = await getRow(ctx.db, 'plan_version_info', { id: versionId }, columns)
  if (!version.currency) return
  const rebill = `${purchase}:${end?.toISOString()}`
  await paymentFailed(ctx, {
    accountId,
    cause: rebill,
    key: rebill,
    product: version.name,
    amountMinor: version.price_minor,
    currency: version.currency,
    payUrl: null,
  })
}

/** Ends cancelled purchases, and marks those without their rebill as overdue. */
export async function checkOverduePayKickstart(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - GRACE_DAYS * 24 * 60 * 60_000)
  await forEachItem('accounts', await findBilledDue(ctx.db, 'paykickstart', { now, before }), (accountId) =>
    transaction(ctx.db, async () => {
      const row = await findCurrentSubscription(ctx, accountId)
      if (row?.billed_by !== 'paykickstart' || !['active', 'trialing', 'past_due'].includes(row.state)) return
      const { cancel_at: cancelAt, period_end: end } = row
      const isOver = cancelAt !== null && cancelAt <= now
      if (!isOver && (end === null || end > before)) return
      const mine = await findPaidSubscription(ctx.db, accountId)
      if (mine?.vendor !== 'paykickstart') return
      await followSubscription(ctx, {
        accountId,
        at: { vendor: 'paykickstart', account: mine.vendor_account },
        subscription: mine.external_id,
        state: isOver ? 'cancelled' : 'past_due',
        pastDueSince: end,
        cancelAt,
      })
      if (!isOver) await reportMissedRebill(ctx, row, mine.external_id)
    }),
  )
}

export const overdueJob = (ctx: Context) =>
  scheduledJob({
    name: 'paykickstart-overdue',
    cron: '7 * * * *',
    handle: () => checkOverduePayKickstart(ctx),
  })
