import type { SubscriptionRecords } from '#server/modules/accounts/accounts/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findCurrent, insertCurrent, lockCurrent, updateSubscription } from './subscriptions-store.ts'

/** What opening accounts needs of subscriptions. */
export const createSubscriptionRecords = (db: Db, clock: Clock): SubscriptionRecords => ({
  async start(accountId, planVersionId) {
    const now = clock.now()
    const last = await findCurrent(db, accountId)
    const row = { account_id: accountId, plan_version_id: planVersionId, started_at: now }
    // The reason that blocked the account may have ended.
    await insertCurrent(db, { ...row, ...(last && { access_check_at: now }) }, now)
  },
  async moveTo(accountId, planVersionId) {
    const current = await lockCurrent(db, accountId)
    if (current) await updateSubscription(db, current, { plan_version_id: planVersionId })
  },
})
