import type { CustomerEventType } from '#contract/activity/webhook-events.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findVersion } from './plan-of-subscription.ts'
import { findCurrent, type SubscriptionRow } from './subscriptions-store.ts'

const EVENT_OF_STATE: Partial<Record<SubscriptionRow['state'], CustomerEventType>> = {
  past_due: 'customer.past_due',
  cancelled: 'customer.cancelled',
}

/** Emits changes of a subscription since `before` to the seller's webhooks, in the same transaction. */
export async function emitChanges(
  db: Db,
  accountId: number,
  before: Pick<SubscriptionRow, 'state' | 'plan_version_id'> | null,
): Promise<void> {
  const now = await findCurrent(db, accountId)
  if (!now) return
  const isNew =
    before === null || before.state === 'cancelled' || before.plan_version_id !== now.plan_version_id
  const type =
    before?.state !== now.state && EVENT_OF_STATE[now.state]
      ? EVENT_OF_STATE[now.state]
      : isNew && now.state !== 'cancelled'
        ? 'customer.subscribed'
        : undefined
  if (type)
    await emitCustomerEvent(db, accountId, type, {
      package: (await findVersion(db, now.plan_version_id)).name,
    })
}
