import { sql } from 'kysely'
import type { ProblemKind } from '#contract/accounts/payment-checks.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { updateRows } from '#server/platform/db/rows.ts'
import type { ProblemRow } from './payments-tables.ts'

type NewProblem = Pick<ProblemRow, 'account_id' | 'vendor' | 'kind' | 'external_id' | 'object_id' | 'message'>

/**
 * @returns whether it is new: a problem is one row, however often it is found. A settled one stays settled until it
 * is another, such as a further refund.
 */
export async function insertProblem(db: Db, problem: NewProblem): Promise<boolean> {
  const made = await db
    .insertInto('payment_difference')
    .values({ ...problem, resolution: null, resolved_at: null })
    .onConflict((oc) => oc.columns(['account_id', 'vendor', 'kind', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return true
  const { message, object_id, ...key } = problem
  const { account_id, vendor, kind, external_id } = key
  await updateRows(db, 'payment_difference', key, { object_id })
  await db
    .updateTable('payment_difference')
    .set({ message, resolution: null, resolved_at: null })
    .where('account_id', '=', account_id)
    .where('vendor', '=', vendor)
    .where('kind', '=', kind)
    .where('external_id', '=', external_id)
    .where('message', '!=', message)
    .execute()
  return false
}

/** Removes open problems of a payment that are gone; `still` is the kind that isn’t. */
export async function closeProblems(
  db: Db,
  accountId: number,
  externalId: string,
  still?: ProblemKind,
): Promise<void> {
  let query = db
    .deleteFrom('payment_difference')
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .where('resolved_at', 'is', null)
    .where('resolution', 'is', null)
  if (still) query = query.where('kind', '!=', still)
  await query.execute()
}

/** Whether the seller gives what was bought in spite of the problem; it is resolved with that. */
export async function acceptProblem(db: Db, accountId: number, externalId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_difference')
    .set({ resolved_at: sql<Date>`coalesce(resolved_at, statement_timestamp())` })
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .where('resolution', '=', 'given')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stripe payments with an open problem. */
export async function openIntents(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_difference')
    .select('external_id')
    .where('account_id', '=', accountId)
    .where('external_id', 'like', 'pi\\_%')
    .where('resolved_at', 'is', null)
    .execute()
  return rows.map(({ external_id }) => external_id)
}

/** Open problems of a seller, or with null of everyone, with the names of seller and customer. */
export function listOpenProblems(db: Db, sellerId: number | null, page: { page: number; limit: number }) {
  let base = db
    .selectFrom('payment_difference as d')
    .innerJoin('account_node as seller', 'seller.id', 'd.account_id')
    .where('d.resolved_at', 'is', null)
  if (sellerId !== null) base = base.where('d.account_id', '=', sellerId)
  const customerId = sql`coalesce(
    (select s.account_id from payment_subscription s where s.vendor = d.vendor and s.seller_account_id = d.account_id
      and s.external_id = d.object_id limit 1),
    (select p.account_id from payment p where p.vendor = d.vendor and p.seller_account_id = d.account_id
      and p.external_id = d.external_id limit 1),
    (select c.customer_account_id from payment_checkout c where c.vendor = d.vendor and c.account_id = d.account_id
      and c.external_id = d.external_id limit 1))`
  const rows = base
    .leftJoin('account_node as customer', (join) => join.on('customer.id', '=', sql<number>`${customerId}`))
    .selectAll('d')
    .select(['seller.name as seller', 'customer.id as customer_id', 'customer.name as customer'])
    .orderBy('d.found_at', 'desc')
    .orderBy('d.id')
  return readPage(base, rows, page)
}
