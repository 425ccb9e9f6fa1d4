import * as api from '#contract/admin/reports.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { reportDownloader } from './report-file.ts'
import {
  findReportFrequency,
  requestReport,
  scheduleReport,
  sendDueReports,
  showSubscriptionReport,
} from './reports-service.ts'

const SAVED = {
  never: 'You no longer get the report by email',
  weekly: 'You get the report every Monday',
  monthly: 'You get the report on the first of each month',
}

const reportRoutes = (ctx: Context) => [
  route(api.subscriptionReport, ({ query }) => data(showSubscriptionReport(ctx, query))),
  route(api.exportSubscriptionReport, ({ actor, body }) => data(requestReport(ctx, actor, body))),
  route(api.reportSchedule, async ({ actor }) => ({
    data: { frequency: await findReportFrequency(ctx, actor) },
  })),
  route(api.setReportSchedule, async ({ actor, body: { frequency } }) => {
    await scheduleReport(ctx, actor, frequency)
    return { data: { frequency }, message: SAVED[frequency] }
  }),
]

/** Every hour, so that a missed morning is made up for. */
const reportsJob = (ctx: Context): JobDefinition<never> =>
  scheduledJob({ name: 'admin-reports', cron: '23 * * * *', handle: () => sendDueReports(ctx) })

export const reportsModule = defineModule({
  routes: reportRoutes,
  jobs: (ctx) => [reportsJob(ctx)],
  downloaders: (ctx) => [reportDownloader(ctx)],
})
