import * as api from '#contract/accounts/subscriptions.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import type { SubscriptionsService } from './subscriptions-service.ts'

export { describeAccess } from './describe-access.ts'
export type { PaidSubscriptions } from './paid-subscriptions.ts'
export { canManageSubscription } from './subscription-policy.ts'
export { createSubscriptionRecords } from './subscription-records.ts'
export { createSubscriptionsService, type SubscriptionsService } from './subscriptions-service.ts'
export { findBilledDue } from './subscriptions-store.ts'
export { consumeTrial, hadTrial } from './trials.ts'
export { usageHistoryDownloader } from './usage-history.ts'

const accountsAdded = (count: number) => `${count} ${count === 1 ? 'account' : 'accounts'} added`

export const subscriptionRoutes = (service: SubscriptionsService) => [
  route(api.subscriptions, ({ actor, query }) => service.page(actor, query)),
  route(api.sellablePackages, ({ actor, query }) => data(service.packages(actor, query.account_id))),
  route(api.accessPolicy, ({ actor }) => data(service.policy(actor))),
  route(api.setAccessPolicy, async ({ actor, body }) => ({
    data: await service.setPolicy(actor, body),
    message: 'Overdue rules saved',
  })),
  route(api.usageHistory, ({ actor, query }) => data(service.usage.show(actor, query))),
  route(api.exportUsageHistory, ({ actor, body }) => data(service.usage.ticket(actor, body))),
  route(api.previewImport, ({ actor, body }) => data(service.import.preview(actor, body))),
  route(api.importAccounts, async ({ actor, body }) => {
    const data = await service.import.run(actor, body)
    return { data, message: accountsAdded(data.created) }
  }),
  routeWithLookup(
    api.addAccount,
    ({ actor }) => service.countAdding(actor),
    async ({ actor, body }) => ({
      data: await service.add(actor, body),
      message: `Account added. ${body.email} gets an invitation`,
    }),
  ),
  route(api.subscription, ({ actor, params }) => data(service.show(actor, params.id))),
  route(api.changeSubscription, ({ actor, params, body }) => service.change(actor, params.id, body)),
]

/** Every minute: due changes of subscriptions and access. */
export const subscriptionsJob = (service: Pick<SubscriptionsService, 'tick'>) =>
  scheduledJob({ name: 'subscriptions', cron: '* * * * *', handle: () => service.tick() })
