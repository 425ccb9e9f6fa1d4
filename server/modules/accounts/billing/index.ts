import * as api from '#contract/accounts/billing.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { BillingService } from './billing-service.ts'
import { transactionsTicket } from './transactions-file.ts'

export { type BillingDeps, type BillingService, createBillingService } from './billing-service.ts'
export { creditRoutes } from './credit-routes.ts'
export { createCreditsService } from './credits-service.ts'
export { createPacksService } from './packs-service.ts'
export { findPack, findRecharge, findRechargesDue, packsOf } from './packs-store.ts'
export { transactionsDownloader } from './transactions-file.ts'

/** Plan and seller, alerts, requests for credits, and all transactions as a file. */
export const billingRoutes = (billing: BillingService, files: { db: Db; tickets: TicketsService }) => [
  route(api.billingPortals, ({ actor }) => data(billing.portals(actor))),
  route(api.creditAlert, ({ actor }) => data(billing.alert(actor.accountId))),
  route(api.setCreditAlert, async ({ actor, body }) => ({
    data: await billing.setAlert(actor, body.threshold),
    message: body.threshold === null ? 'Alert turned off' : 'Alert saved',
  })),
  route(api.creditRequests, ({ actor, query }) => billing.requests(actor, query)),
  routeWithLookup(
    api.requestCredits,
    ({ actor }) => billing.limitRequests(actor),
    async ({ actor, body }) => ({
      data: await billing.request(actor, body),
      message: 'Request sent',
    }),
  ),
  route(api.receivedCreditRequests, ({ actor, query }) => billing.received(actor, query)),
  route(api.decideCreditRequest, ({ actor, params, body }) =>
    data(billing.decide(actor, params.id, body.state)),
  ),
  route(api.exportTransactions, ({ actor, body }) => data(transactionsTicket(files, actor, body))),
]
