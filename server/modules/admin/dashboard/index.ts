import { ATTENTION_KINDS, type AttentionKind, dashboard } from '#contract/admin/dashboard.ts'
import {
  findAttention,
  findFigures,
  findUpdated,
  requireDays,
} from '#server/modules/admin/statistics/index.ts'
import type { Context } from '#server/platform/context.ts'
import { daysBetween } from '#server/platform/db/day-span.ts'
import type { Db } from '#server/platform/db/db.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { makeFigures } from './figure-periods.ts'

async function listAttention(db: Db) {
  const found = await findAttention(db)
  const rank = (kind: string) => ATTENTION_KINDS.indexOf(kind as AttentionKind)
  return found
    .filter(({ kind }) => rank(kind) >= 0)
    .toSorted((a, b) => rank(a.kind) - rank(b.kind))
    .map(({ kind, amount, detail, checked_at }) => ({
      kind: kind as AttentionKind,
      amount,
      detail,
      checked_at: checked_at.toISOString(),
    }))
}

/** What needs attention and how the installation grows, from figures computed by a job. */
const dashboardRoutes = (ctx: Context) => [
  route(dashboard, async ({ actor, query }) => {
    const span = await requireDays(ctx.db, query.days * 2)
    const all = daysBetween(span.from, span.to)
    const [before, days] = [all.slice(0, query.days), all.slice(query.days)]
    const figures = makeFigures(await findFigures(ctx.db, span.from, span.to), before, days)
    return {
      data: {
        from: days[0] ?? span.to,
        to: span.to,
        updated_at: (await findUpdated(ctx.db))?.toISOString() ?? null,
        attention: await listAttention(ctx.db),
        figures: figures.filter(({ name }) => name !== 'revenue' || can(actor, 'see_revenue')),
      },
    }
  }),
]

export const dashboardModule = defineModule({ routes: dashboardRoutes })
