import * as api from '#contract/admin/user-analytics.ts'
import {
  pageOfMonths,
  pageOfSignIns,
  pageOfUsage,
  signInsByDay,
  signInsByHour,
  usageByDay,
  usageByMonth,
} from '#server/modules/admin/figures/index.ts'
import type { Context } from '#server/platform/context.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { analyticsDownloader, analyticsTicket } from './analytics-file.ts'
import { monthsOf, spanOf } from './analytics-span.ts'

const paged = <Row>(found: { rows: Row[]; total: number }, query: { page: number; limit: number }) =>
  pageReply(found.rows, query, found.total)
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Spending and sign-ins of people in all accounts, from figures computed by a job. */
const analyticsRoutes = (ctx: Context) => {
  const { db } = ctx
  return [
    route(api.creditUsage, async ({ query }) => {
      const span = await spanOf(db, query)
      const days = await usageByDay(db, span)
      const credits = sum(days.map((day) => day.credits))
      const { from, to } = span
      return { ...paged(await pageOfUsage(db, span, query.by, query), query), from, to, credits, days }
    }),
    route(api.loginActivity, async ({ query }) => {
      const span = await spanOf(db, query)
      const days = await signInsByDay(db, span)
      const { from, to } = span
      return {
        ...paged(await pageOfSignIns(db, span, query.by, query), query),
        from,
        to,
        sign_ins: sum(days.map((day) => day.sign_ins)),
        days,
        hours: await signInsByHour(db, span),
      }
    }),
    route(api.monthlyCreditUsage, async ({ query }) => {
      const span = await monthsOf(db, query.months)
      const totals = await usageByMonth(db, span)
      const months = totals.map(({ month }) => month)
      return {
        ...paged(await pageOfMonths(db, span, months, query.by, query), query),
        months,
        totals: totals.map(({ credits }) => credits),
      }
    }),
    route(api.exportAnalytics, ({ actor, body }) => data(analyticsTicket(ctx, actor, body))),
  ]
}

export const userAnalyticsModule = defineModule({
  routes: analyticsRoutes,
  downloaders: (ctx) => [analyticsDownloader(ctx)],
})
