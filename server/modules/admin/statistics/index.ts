import { exportAnalytics, STATISTICS } from '#contract/admin/statistics/index.ts'
import { salesReport } from '#contract/admin/statistics/sales-report.ts'
import * as api from '#contract/admin/statistics/subscription-report.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import type { Measurement } from '#server/platform/observe/measurement.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { refreshFigures } from './figures-job.ts'
import { findAttention } from './figures-store.ts'
import { reportFile, requestReport } from './report-file.ts'
import {
  findReportFrequency,
  scheduleReport,
  sendDueReports,
  showSubscriptionReport,
} from './show-reports.ts'
import { showSales } from './show-sales.ts'
import { showStatistic } from './show-statistic.ts'
import { requestStatistic, statisticFile } from './statistic-file.ts'

export { requireDays } from './choose-span.ts'
export { refreshFigures } from './figures-job.ts'
export { findAttention, findFigures, findUpdated } from './figures-store.ts'

/** What needs attention, as the dashboard shows it: 1 for each kind. */
export const measureAttention = async (db: Db): Promise<Measurement[]> => [
  {
    name: 'attention',
    help: '1 for what the dashboard says needs attention',
    values: (await findAttention(db)).map(({ kind }) => ({ labels: { kind }, value: 1 })),
  },
]

const SAVED = {
  never: 'You no longer get the report by email',
  weekly: 'You get the report every Monday',
  monthly: 'You get the report on the first of each month',
}

const statisticsRoutes = (ctx: Context): Route[] => [
  ...STATISTICS.map((endpoint) =>
    route(endpoint, ({ query }) => showStatistic(ctx.db, endpoint.statistic, query)),
  ),
  route(exportAnalytics, ({ actor, body }) => data(requestStatistic(ctx, actor, body))),
  route(api.subscriptionReport, ({ query }) => data(showSubscriptionReport(ctx, query))),
  route(api.exportSubscriptionReport, ({ actor, body }) => data(requestReport(ctx, actor, body))),
  route(salesReport, ({ actor, query }) => data(showSales(ctx, actor, query))),
  route(api.reportSchedule, async ({ actor }) => ({
    data: { frequency: await findReportFrequency(ctx, actor) },
  })),
  route(api.setReportSchedule, async ({ actor, body: { frequency } }) => {
    await scheduleReport(ctx, actor, frequency)
    return { data: { frequency }, message: SAVED[frequency] }
  }),
]

const figuresJob = (ctx: Context): JobDefinition<never> =>
  scheduledJob({ name: 'admin-figures', cron: '*/5 * * * *', handle: () => refreshFigures(ctx) })
/** Every hour, so that a missed morning is made up for. */
const reportsJob = (ctx: Context): JobDefinition<never> =>
  scheduledJob({ name: 'admin-reports', cron: '23 * * * *', handle: () => sendDueReports(ctx) })

export const statisticsModule = defineModule({
  routes: statisticsRoutes,
  jobs: (ctx) => [figuresJob(ctx), reportsJob(ctx)],
  downloaders: (ctx) => [statisticFile.downloader(ctx), reportFile.downloader(ctx)],
})
