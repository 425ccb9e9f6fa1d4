import * as api from '#contract/admin/reports.ts'
import { data, route } from '#server/platform/http/route.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import type { ReportsService } from './reports-service.ts'

export { createReports, type ReportsService } from './reports-service.ts'

const SAVED = {
  never: 'You no longer get the report by email',
  weekly: 'You get the report every Monday',
  monthly: 'You get the report on the first of each month',
}

export const reportRoutes = (reports: ReportsService) => [
  route(api.subscriptionReport, ({ query }) => data(reports.subscriptions(query))),
  route(api.exportSubscriptionReport, ({ actor, body }) => data(reports.ticket(actor, body))),
  route(api.reportSchedule, async ({ actor }) => ({ data: { frequency: await reports.frequency(actor) } })),
  route(api.setReportSchedule, async ({ actor, body: { frequency } }) => {
    await reports.schedule(actor, frequency)
    return { data: { frequency }, message: SAVED[frequency] }
  }),
]

/** Every hour, so that a missed morning is made up for. */
export const reportsJob = (reports: Pick<ReportsService, 'sendDue'>): JobDefinition<never> =>
  scheduledJob({ name: 'admin-reports', cron: '23 * * * *', handle: () => reports.sendDue() })
