import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem, runSteps } from '#server/platform/queue/for-each-item.ts'
import { renewSubscription } from './cycles.ts'
import { emitChanges } from './emit-changes.ts'
import { refreshAccess, refreshDueAccess, sendAccessNotices } from './refresh-access.ts'
import { findDue, lockCurrent, updateSubscription } from './subscriptions-store.ts'
import { sendTrialMails } from './trial-mails.ts'

/** Renews or ends one account's due period; of two workers, the second finds nothing to do. */
const settleAccount = (ctx: Context, accountId: number, now: Date) =>
  transaction(ctx.db, async () => {
    await lockAccount(ctx.db, accountId)
    const row = await lockCurrent(ctx.db, accountId)
    if (!row || row.state === 'cancelled') return
    if (row.cancel_at && row.cancel_at <= now) {
      await updateSubscription(ctx.db, row, { state: 'cancelled', ends_at: now, cancel_at: null })
      await refreshAccess(ctx, accountId, now)
    } else if (row.state === 'active' || row.state === 'trialing') await renewSubscription(ctx, row, now)
    await emitChanges(ctx, accountId, row)
  })

/** Every minute: due periods, ends and access changes, notices to customers of locked sellers, and mails before trials end. */
export async function tickSubscriptions(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await runSteps({
    periods: async () =>
      forEachItem('accounts', await findDue(ctx.db, now), (id) => settleAccount(ctx, id, now)),
    access: () => refreshDueAccess(ctx, now),
    notices: () => sendAccessNotices(ctx, now),
    trials: () => sendTrialMails(ctx, now),
  })
}
