import * as api from '#contract/privacy/account-export.ts'
import { route } from '#server/platform/http/route.ts'
import type { AccountExport } from './account-export.ts'

export { createAccountExport } from './account-export.ts'

export const accountExportRoutes = (exports: AccountExport) => [
  route(api.startAccountExport, async ({ actor }) => ({ data: await exports.start(actor) })),
  route(api.accountExports, async ({ actor }) => ({ data: await exports.latest(actor) })),
  route(api.accountExportTicket, async ({ actor, params }) => ({
    data: await exports.ticket(actor, params.id),
  })),
  route(api.startCustomerExport, async ({ actor, params }) => ({
    data: await exports.ofCustomer.start(actor, params.id),
  })),
  route(api.customerExports, async ({ actor, params }) => ({
    data: await exports.ofCustomer.latest(actor, params.id),
  })),
  route(api.customerExportTicket, async ({ actor, params }) => ({
    data: await exports.ofCustomer.ticket(actor, { accountId: params.id, runId: params.run_id }),
  })),
]
