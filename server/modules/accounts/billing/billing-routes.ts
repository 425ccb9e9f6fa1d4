import * as api from '#contract/accounts/billing.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { findCreditAlert, limitCreditRequests, setCreditAlert, showBillingPortals } from './billing.ts'
import {
  decideCreditRequest,
  listReceivedRequests,
  listSentRequests,
  requestCredits,
} from './credit-requests.ts'
import { requestTransactions } from './transactions-file.ts'

/** Plan and seller, alerts, requests for credits, and all transactions as a file. */
export const billingRoutes = (ctx: Context): Route[] => [
  route(api.billingPortals, ({ actor }) => data(showBillingPortals(ctx, actor))),
  route(api.creditAlert, ({ actor }) => data(findCreditAlert(ctx, actor.accountId))),
  route(api.setCreditAlert, async ({ actor, body }) => ({
    data: await setCreditAlert(ctx, actor, body.threshold),
    message: body.threshold === null ? 'Alert turned off' : 'Alert saved',
  })),
  route(api.creditRequests, ({ actor, query }) => listSentRequests(ctx, actor, query)),
  routeWithLookup(
    api.requestCredits,
    ({ actor }) => limitCreditRequests(ctx, actor),
    async ({ actor, body }) => ({
      data: await requestCredits(ctx, actor, body),
      message: 'Request sent',
    }),
  ),
  route(api.receivedCreditRequests, ({ actor, query }) => listReceivedRequests(ctx, actor, query)),
  route(api.decideCreditRequest, ({ actor, params, body }) =>
    data(decideCreditRequest(ctx, actor, params.id, body.state)),
  ),
  route(api.exportTransactions, ({ actor, body }) => data(requestTransactions(ctx, actor, body))),
]
