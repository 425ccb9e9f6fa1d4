import type { CustomerEventType } from '#contract/activity/webhook-events.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findVersion } from './plan-of-subscription.ts'
import { sendCustomerMail } from './send-customer-mail.ts'
import { findCurrent, type SubscriptionRow } from './subscriptions-store.ts'

const EVENT_OF_STATE: Partial<Record<SubscriptionRow['state'], CustomerEventType>> = {
  past_due: 'customer.past_due',
  cancelled: 'customer.cancelled',
}

/** Tells the customer that a subscription has ended; one that was closed with its account is mailed about that. */
async function announceEnd(ctx: Context, { account_id: accountId, id }: SubscriptionRow, product: string) {
  const account = await findAccount(ctx, accountId)
  if (!account || account.closed_at) return
  await sendCustomerMail(ctx, {
    accountId,
    event: `end:${id}`,
    template: 'subscription-ended',
    variables: { product },
    link: '/whitelabel/upgrade',
  })
}

/**
 * Emits changes of a subscription since `before` to the seller's webhooks, and tells the customer of its end, in the
 * same transaction.
 */
export async function emitChanges(
  ctx: Context,
  accountId: number,
  before: Pick<SubscriptionRow, 'state' | 'plan_version_id'> | null,
): Promise<void> {
  const now = await findCurrent(ctx.db, accountId)
  if (!now) return
  const isNew =
    before === null || before.state === 'cancelled' || before.plan_version_id !== now.plan_version_id
  const type =
    before?.state !== now.state && EVENT_OF_STATE[now.state]
      ? EVENT_OF_STATE[now.state]
      : isNew && now.state !== 'cancelled'
        ? 'customer.subscribed'
        : undefined
  if (!type) return
  const { name } = await findVersion(ctx.db, now.plan_version_id)
  await emitCustomerEvent(ctx.db, accountId, type, { package: name })
  if (type === 'customer.cancelled') await announceEnd(ctx, now, name)
}
