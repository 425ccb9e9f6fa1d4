import * as api from '#contract/accounts/subscriptions.ts'
import { counted } from '#contract/core/plural.ts'
import { countInvitation } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { correctCustomer, inviteAgain } from './customer-details.ts'
import { importAccounts, previewAccountImport } from './import-accounts.ts'
import {
  addCustomer,
  changeSubscription,
  countAddedAccount,
  listPackagesForCustomer,
  listSubscriptions,
  setAccessPolicy,
  showAccessPolicy,
  showSubscription,
} from './subscriptions.ts'
import { requestUsageHistory, showUsageHistory } from './usage-history.ts'

const accountsAdded = (count: number) => `${counted(count, 'account')} added`

export const subscriptionRoutes = (ctx: Context): Route[] => [
  route(api.subscriptions, ({ actor, query }) => listSubscriptions(ctx, actor, query)),
  route(api.sellablePackages, ({ actor, query }) =>
    data(listPackagesForCustomer(ctx, actor, query.account_id)),
  ),
  route(api.accessPolicy, ({ actor }) => data(showAccessPolicy(ctx, actor))),
  route(api.setAccessPolicy, async ({ actor, body }) => ({
    data: await setAccessPolicy(ctx, actor, body),
    message: 'Overdue rules saved',
  })),
  route(api.usageHistory, ({ actor, query }) => data(showUsageHistory(ctx, actor, query))),
  route(api.exportUsageHistory, ({ actor, body }) => data(requestUsageHistory(ctx, actor, body))),
  route(api.previewImport, ({ actor, body }) => data(previewAccountImport(ctx, actor, body))),
  route(api.importAccounts, async ({ actor, body }) => {
    const data = await importAccounts(ctx, actor, body)
    return { data, message: accountsAdded(data.created) }
  }),
  routeWithLookup(
    api.addAccount,
    ({ actor }) => countAddedAccount(ctx, actor),
    async ({ actor, body }) => ({
      data: await addCustomer(ctx, actor, body),
      message: `Account added. ${body.email} gets a link to set a password`,
    }),
  ),
  routeWithLookup(
    api.inviteAgain,
    ({ actor }) => countInvitation.ask(ctx, { actor }),
    async ({ actor, params }) => {
      const data = await inviteAgain(ctx, actor, params.id)
      return { data, message: `We emailed ${data.email} a new link` }
    },
  ),
  route(api.correctCustomer, async ({ actor, params, body }) => ({
    data: await correctCustomer(ctx, actor, params.id, body),
    message: 'Customer saved',
  })),
  route(api.subscription, ({ actor, params }) => data(showSubscription(ctx, actor, params.id))),
  route(api.changeSubscription, ({ actor, params, body }) => changeSubscription(ctx, actor, params.id, body)),
]
