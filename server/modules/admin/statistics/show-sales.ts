import type { SalesReport } from '#contract/admin/statistics/sales-report.ts'
import type { Context } from '#server/platform/context.ts'
import { lastDays } from '#server/platform/db/day-span.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { subscriptionGroups } from './reports-store.ts'
import { listReceived, listSold } from './sales-store.ts'
import { makeReport, monthsUpTo } from './subscription-report.ts'

/** Subscriptions of a seller's own customers, and the money that they paid. */
export async function showSales(
  ctx: Context,
  { accountId: sellerId, timeZone }: Actor,
  { months }: { months: number },
): Promise<SalesReport> {
  const { to } = await lastDays(ctx.db, timeZone, 1)
  const current = to.slice(0, 7)
  const scope = { sellerId, timeZone, from: `${monthsUpTo(current, months)[0]}-01` }
  return {
    ...makeReport(await subscriptionGroups(ctx.db, scope), { current, months }),
    received: await listReceived(ctx.db, scope),
    packages: await listSold(ctx.db, scope),
  }
}
