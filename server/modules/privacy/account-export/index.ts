import { accountExports, accountExportTicket, startAccountExport } from '#contract/privacy/account-export.ts'
import { route } from '#server/platform/http/route.ts'
import type { AccountExport } from './account-export.ts'

export { type AccountExport, createAccountExport } from './account-export.ts'

export const accountExportRoutes = (exports: AccountExport) => [
  route(startAccountExport, async ({ actor }) => ({ data: await exports.start(actor) })),
  route(accountExports, async ({ actor }) => ({ data: await exports.latest(actor) })),
  route(accountExportTicket, async ({ actor, params }) => ({ data: await exports.ticket(actor, params.id) })),
]
