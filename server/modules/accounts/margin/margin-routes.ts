import { exportMargin, margin } from '#contract/accounts/margin.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { requestMargin } from './margin-file.ts'
import { showMargin } from './show-margin.ts'

/** Sellers' earnings on credits: a report and a file. */
export const marginRoutes = (ctx: Context): Route[] => [
  route(margin, ({ actor, query }) => showMargin(ctx, actor, query)),
  route(exportMargin, ({ actor, body }) => data(requestMargin(ctx, actor, body.months))),
]
