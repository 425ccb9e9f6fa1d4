import { runSources, sourceStats } from '#contract/sources/source-stats.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { showSourceStats, showSourcesOfRuns } from './source-stats.ts'

export const sourceStatsRoutes = (ctx: Context): Route[] => [
  route(sourceStats, ({ actor, query }) => showSourceStats(ctx, actor, query.days)),
  route(runSources, ({ actor, query }) =>
    data(showSourcesOfRuns(ctx, actor, query.run_ids.split(',').map(Number))),
  ),
]
