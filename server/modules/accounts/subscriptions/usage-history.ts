import { MAX_USAGE_DAYS, type UsageHistory } from '#contract/accounts/subscriptions.ts'
import { defineCsvFile } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { chooseDays, daysBetween, lastDays } from '#server/platform/db/day-span.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { numberedPage } from '#server/platform/http/page-reply.ts'
import { requireBelow } from './subscriptions.ts'
import { companyNames, type UsageSpan, usageCells } from './usage-history-reads.ts'
import { usageByCustomer, usageByDay } from './usage-table.ts'

const DAYS_SHOWN = 30

interface UsageQuery {
  from?: string
  to?: string
  customer_id?: number
}

// Usage of a seller's customers, by day and customer.

async function findUsageSpan(
  ctx: Context,
  actor: Actor,
  query: UsageQuery,
): Promise<UsageSpan & { days: string[] }> {
  if (query.customer_id !== undefined) await requireBelow(ctx, actor, query.customer_id)
  const last = await lastDays(ctx.db, actor.timeZone, DAYS_SHOWN)
  const span = chooseDays(last, MAX_USAGE_DAYS, query)
  const scope = { sellerAccountId: actor.accountId, customerId: query.customer_id }
  return { ...scope, ...span, days: daysBetween(span.from, span.to) }
}

export async function showUsageHistory(
  ctx: Context,
  actor: Actor,
  query: UsageQuery & { page: number; limit: number },
): Promise<UsageHistory> {
  const span = await findUsageSpan(ctx, actor, query)
  const cells = await usageCells(ctx.db, span)
  const all = usageByCustomer(cells)
  const shown = all.slice((query.page - 1) * query.limit, query.page * query.limit)
  const names = await companyNames(
    ctx.db,
    shown.map(({ id }) => id),
  )
  return {
    from: span.from,
    to: span.to,
    days: usageByDay(cells, span.days),
    customers: numberedPage(
      shown.map((usage) => ({ ...usage, company: names.get(usage.id) ?? '' })),
      query,
      all.length,
    ),
  }
}

/** A line per day and customer. The ticket is the seller's own, so it contains only its customers. */
export const usageHistoryFile = defineCsvFile(
  'usage_history',
  async ({ db }, { span }: { span: UsageSpan }, sellerAccountId) => {
    const cells = await usageCells(db, { ...span, sellerAccountId })
    const days = daysBetween(span.from, span.to)
    const names = await companyNames(db, [...new Set(cells.map(({ account_id }) => account_id))])
    const byCustomer = Map.groupBy(cells, ({ account_id }) => account_id)
    function* rows() {
      yield ['day', 'account_id', 'company', 'credits', 'searches', 'members', 'storage_bytes']
      for (const [id, own] of byCustomer)
        for (const { day, credits, searches, members, storage_bytes } of usageByDay(own, days))
          yield [day, id, names.get(id) ?? '', credits, searches, members, storage_bytes]
    }
    return rows()
  },
)

export async function requestUsageHistory(ctx: Context, actor: Actor, query: UsageQuery) {
  const { days: _days, ...span } = await findUsageSpan(ctx, actor, query)
  return usageHistoryFile.request(ctx, actor, {
    filename: `usage-${span.from}-${span.to}.csv`,
    subject: `account:${actor.accountId}`,
    input: { span },
  })
}
