import { exportMargin, margin } from '#contract/accounts/margin.ts'
import type { Posting } from '#server/modules/accounts/wallet/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { data, route } from '#server/platform/http/route.ts'
import { marginTicket } from './margin-file.ts'
import { seesProviderCost } from './margin-policy.ts'
import { insertEntries, insertFee, marginByMonth, pageOfMargin } from './margin-store.ts'

export { marginDownloader } from './margin-file.ts'

/** Books earnings on credits, in the transaction that spends or refunds them. */
export const postMargin = async (db: Db, posting: Posting): Promise<void> => {
  await insertEntries(db, posting)
}

/** Books a vendor's fee as a cost of the seller. Joins the current transaction. */
export const postPaymentFee = async (
  db: Db,
  fee: { accountId: number; sellerId: number; minor: number; currency: string },
): Promise<void> => {
  await insertFee(db, fee)
}

/** Sellers' earnings on credits: a report and a file. */
export const marginRoutes = (deps: { db: Db; tickets: TicketsService }) => [
  route(margin, async ({ actor, query }) => {
    const { db } = deps
    const scope = { ...actor, months: query.months }
    const [{ rows, total }, months] = [await pageOfMargin(db, scope, query), await marginByMonth(db, scope)]
    const shown = <Row extends { provider_cost: number | null }>(row: Row) =>
      seesProviderCost(actor) ? row : { ...row, provider_cost: null }
    const data = rows.map(({ key, name, ...figures }) => ({
      customer_id: query.by === 'customer' ? Number(key) : null,
      name: name ?? '',
      ...shown(figures),
    }))
    return { data, currentPage: query.page, pageSize: query.limit, total, months: months.map(shown) }
  }),
  route(exportMargin, ({ actor, body }) => data(marginTicket(deps, actor, body.months))),
]
