import type { MarginGroup } from '#contract/accounts/margin.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { seesProviderCost } from './margin-policy.ts'
import { listMargin, marginByMonth } from './margin-store.ts'

/** A page of a seller's earnings on credits, and the sums of the last months. */
export async function showMargin(
  { db }: Context,
  actor: Actor,
  query: { by: MarginGroup; months: number; page: number; limit: number },
) {
  const scope = { ...actor, months: query.months }
  const [{ rows, total }, months] = [await listMargin(db, scope, query), await marginByMonth(db, scope)]
  const shown = <Row extends { provider_cost: number | null }>(row: Row) =>
    seesProviderCost(actor) ? row : { ...row, provider_cost: null }
  const data = rows.map(({ key, name, ...figures }) => ({
    customer_id: query.by === 'customer' ? Number(key) : null,
    name: name ?? '',
    ...shown(figures),
  }))
  return { data, currentPage: query.page, pageSize: query.limit, total, months: months.map(shown) }
}
