import { moneyText } from '#contract/core/money.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { findVersion, type PackageVersion } from './plan-of-subscription.ts'
import { sendCustomerMail } from './send-customer-mail.ts'
import { findEndingTrials, lockCurrent, type SubscriptionRow } from './subscriptions-store.ts'

/** How long before its end a trial is mailed about; a shorter one when half of it is over. */
const NOTICE_DAYS = 3

/** What happens after a trial, in one sentence. */
function describeNext({ cancel_at: cancelAt, billed_by: vendor }: SubscriptionRow, version: PackageVersion) {
  const { name, price_minor: price, currency, period } = version
  if (cancelAt) return 'It is cancelled, so nothing is charged.'
  if (!currency || price === 0) return `After that, you go on with ${name}.`
  const costs = `After that, ${name} costs ${moneyText(price, currency)}${period ? ` per ${period}` : ''}, before tax, discounts and add-ons.`
  return vendor ? `${costs} If you don’t want it, cancel before then.` : costs
}

/** Mails the owners of accounts whose trial ends soon, once per end. */
export async function sendTrialMails(ctx: Context, now: Date): Promise<void> {
  await forEachItem('accounts', await findEndingTrials(ctx.db, now, NOTICE_DAYS), ({ account_id, event }) =>
    transaction(ctx.db, async () => {
      const row = await lockCurrent(ctx.db, account_id)
      if (row?.state !== 'trialing' || !row.trial_ends_at) return
      const version = await findVersion(ctx.db, row.plan_version_id)
      await sendCustomerMail(ctx, {
        accountId: account_id,
        event,
        template: 'trial-ends',
        variables: {
          product: version.name,
          when: row.trial_ends_at.toISOString(),
          next: describeNext(row, version),
        },
        link: '/billing-portal',
      })
    }),
  )
}
