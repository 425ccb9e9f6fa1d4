import * as api from '#contract/privacy/account-export.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import {
  accountExportDownloader,
  listAccountExports,
  listCustomerExports,
  requestAccountExport,
  requestCustomerExport,
  startAccountExport,
  startCustomerExport,
} from './account-export.ts'
import { accountExportExecutor } from './account-export-executor.ts'

const accountExportRoutes = (ctx: Context) => [
  route(api.startAccountExport, ({ actor }) => data(startAccountExport(ctx, actor))),
  route(api.accountExports, ({ actor }) => data(listAccountExports(ctx, actor))),
  route(api.accountExportTicket, ({ actor, params }) => data(requestAccountExport(ctx, actor, params.id))),
  route(api.startCustomerExport, ({ actor, params }) => data(startCustomerExport(ctx, actor, params.id))),
  route(api.customerExports, ({ actor, params }) => data(listCustomerExports(ctx, actor, params.id))),
  route(api.customerExportTicket, ({ actor, params }) =>
    data(requestCustomerExport(ctx, actor, { accountId: params.id, runId: params.run_id })),
  ),
]

export const accountExportModule = defineModule({
  routes: accountExportRoutes,
  executors: (ctx) => [accountExportExecutor(ctx)],
  downloaders: (ctx) => [accountExportDownloader(ctx)],
})
