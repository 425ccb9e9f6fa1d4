import { defineCsvFile } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findSeller, type Query, showSubscriptionReport } from './show-reports.ts'

const HEAD = ['month', 'new', 'churned', 'churn_rate', 'active', 'trials', 'converted'] as const

/** A line per month and currency. */
export const reportFile = defineCsvFile('subscription_report', async (ctx, { query }: { query: Query }) => {
  const { months, currencies } = await showSubscriptionReport(ctx, query)
  const lines = months.flatMap((month) =>
    (currencies.length > 0 ? currencies : ['']).map((currency) => [
      ...HEAD.map((name) => month[name]),
      currency,
      month.mrr[currency] ?? 0,
    ]),
  )
  return [[...HEAD, 'currency', 'mrr'], ...lines]
})

/** A ticket for the report's file. @throws AppError not_found. */
export async function requestReport(ctx: Context, actor: Actor, query: Query) {
  await findSeller(ctx, query.account_id)
  const filename = `subscriptions-${query.months}-months.csv`
  return reportFile.request(ctx, actor, { filename, input: { query } })
}
