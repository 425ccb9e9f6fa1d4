import * as api from '#contract/accounts/wallet.ts'
import { findPlanOfAccount } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { showStatement } from './show-statement.ts'
import { requestUsage, showUsage } from './usage.ts'

export const statementRoutes = (ctx: Context): Route[] => [
  route(api.statement, ({ actor, query }) => showStatement(ctx, actor, query)),
  route(api.usage, ({ actor, query }) => data(showUsage(ctx, actor, query.member))),
  route(api.exportUsage, ({ actor, body }) => data(requestUsage(ctx, actor, body.member))),
  route(api.walletPlan, async ({ actor }) => {
    const plan = await findPlanOfAccount(ctx, actor.accountId)
    return { data: { name: plan?.name ?? null, credits: plan?.free_credits ?? 0 } }
  }),
]
