import { sql } from 'kysely'
import type { AccessLevel, BillingState, SORTS } from '#contract/accounts/subscriptions.ts'
import { activeOwner } from '#server/modules/core/tables/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow } from '#server/platform/db/rows.ts'

export interface ListQuery {
  page: number
  limit: number
  search?: string
  state?: BillingState
  access?: AccessLevel
  package_id?: number
  sort: (typeof SORTS)[number]
  direction: 'asc' | 'desc'
}

/** Accounts whose name, owner or members match. One query each, so that each uses its own index. */
const idsFound = (db: Db, sellerAccountId: number, pattern: string) =>
  db
    .selectFrom('account_node as n')
    .select('n.id')
    .where('n.parent_id', '=', sellerAccountId)
    .where('n.name', 'ilike', pattern)
    .union(
      db
        .selectFrom('account_contact as k')
        .select('k.account_id as id')
        .where('k.seller_account_id', '=', sellerAccountId)
        .where('k.email', 'ilike', pattern),
    )
    .union(
      db
        .selectFrom('member as m')
        .innerJoin('account_node as o', 'o.id', 'm.account_id')
        .select('m.account_id as id')
        .where('o.parent_id', '=', sellerAccountId)
        .where('m.search', 'ilike', pattern),
    )

/** Customers of a seller. Joins only what a filter needs: the count uses an index of the account table. */
function matching(db: Db, sellerAccountId: number, query: ListQuery) {
  let found = db
    .selectFrom('account_node as a')
    .where('a.parent_id', '=', sellerAccountId)
    .where('a.deleted_at', 'is', null)
  if (query.access) found = found.where('a.access', '=', query.access)
  if (query.state || query.package_id !== undefined)
    found = found.where((eb) => {
      let subscribed = eb
        .selectFrom('subscription as f')
        .select('f.account_id')
        .where('f.is_current', '=', true)
      if (query.state) subscribed = subscribed.where('f.state', '=', query.state)
      if (query.package_id !== undefined)
        subscribed = subscribed.where('f.plan_version_id', 'in', (versions) =>
          versions
            .selectFrom('plan_version_info as v')
            .select('v.id')
            .where('v.plan_id', '=', query.package_id as number),
        )
      return eb('a.id', 'in', subscribed)
    })
  if (query.search) found = found.where('a.id', 'in', idsFound(db, sellerAccountId, containing(query.search)))
  return found
}

/** Ids of one page in order, and the total. */
async function pageOfIds(db: Db, sellerAccountId: number, query: ListQuery) {
  const base = matching(db, sellerAccountId, query)
  const { direction } = query
  if (query.sort === 'period_end') {
    const sorted = base
      .leftJoin('subscription as s', (join) =>
        join.onRef('s.account_id', '=', 'a.id').on('s.is_current', '=', true),
      )
      .select('a.id')
      .orderBy('s.period_end', (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
      .orderBy('a.id', direction)
    return readPage(base, sorted, query)
  }
  let sorted = base.select('a.id')
  if (query.sort === 'company') sorted = sorted.orderBy(sql`lower(a.name)`, direction)
  return readPage(base, sorted.orderBy('a.id', direction), query)
}

/** Displayed details of these accounts, unordered. */
export const findShown = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('account_node as a')
    .innerJoin('subscription as s', (join) =>
      join.onRef('s.account_id', '=', 'a.id').on('s.is_current', '=', true),
    )
    .leftJoin('plan_version_info as v', 'v.id', 's.plan_version_id')
    .leftJoin('account_contact as k', 'k.account_id', 'a.id')
    .leftJoin('wallet_info as w', 'w.account_id', 'a.id')
    .leftJoinLateral(
      activeOwner(db, 'a.id').select(['u.email', 'u.first_name', 'u.last_name']).as('owner'),
      (join) => join.onTrue(),
    )
    .select(['a.id', 'a.parent_id', 'a.path', 'a.name', 'a.access', 'a.created_at', 'a.delete_at'])
    .select(['s.id as subscription_id', 's.state', 's.period_start', 's.period_end', 's.cancel_at'])
    .select(['s.trial_ends_at', 's.past_due_since', 's.paused_at'])
    .select(['v.id as version_id', 'v.plan_id', 'v.version', 'v.name as package_name'])
    .select(['w.available', 'w.reserved'])
    .select(sql<number>`coalesce(w.spent, 0)`.as('spent'))
    .select(sql<string | null>`coalesce(owner.email, k.email)`.as('email'))
    .select(sql<string>`coalesce(owner.first_name, k.first_name, '')`.as('first_name'))
    .select(sql<string>`coalesce(owner.last_name, k.last_name, '')`.as('last_name'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('member as m')
          .select('m.id')
          .whereRef('m.account_id', '=', 'a.id')
          .where('m.state', '<>', 'removed'),
      ).as('joined'),
    )
    .where('a.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

export type ShownRow = Awaited<ReturnType<typeof findShown>>[number]

export async function listSubscriptions(db: Db, sellerAccountId: number, query: ListQuery) {
  const { rows, total } = await pageOfIds(db, sellerAccountId, query)
  const ids = rows.map(({ id }) => id)
  const byId = new Map((ids.length === 0 ? [] : await findShown(db, ids)).map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
}

export const nameOfAccount = (db: Db, id: number) => findRow(db, 'account_node', { id }, ['id', 'name'])
