import * as api from '#contract/privacy/account-export.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { AccountExport } from './account-export.ts'

export { createAccountExport } from './account-export.ts'

export const accountExportRoutes = (exports: AccountExport) => [
  route(api.startAccountExport, ({ actor }) => data(exports.start(actor))),
  route(api.accountExports, ({ actor }) => data(exports.latest(actor))),
  route(api.accountExportTicket, ({ actor, params }) => data(exports.ticket(actor, params.id))),
  route(api.startCustomerExport, ({ actor, params }) => data(exports.ofCustomer.start(actor, params.id))),
  route(api.customerExports, ({ actor, params }) => data(exports.ofCustomer.latest(actor, params.id))),
  route(api.customerExportTicket, ({ actor, params }) =>
    data(exports.ofCustomer.ticket(actor, { accountId: params.id, runId: params.run_id })),
  ),
]
