import { sql } from 'kysely'
import type { CustomerEventType } from '#contract/activity/webhook-events.ts'
import { activeOwner } from '#server/modules/core/tables/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { EventFacts } from './deliveries-store.ts'
import { emitEvent } from './emit-events.ts'

/** An event's facts besides its account. `amount` is in the smallest unit of its currency. */
export type CustomerFacts = Pick<EventFacts, 'package' | 'amount' | 'currency' | 'available'>

/**
 * Emits an account's event to its seller's webhooks, in the event's transaction. Costs one query when nobody
 * subscribes.
 */
export async function emitCustomerEvent(
  db: Db,
  customerId: number,
  type: CustomerEventType,
  facts: CustomerFacts = {},
): Promise<void> {
  const customer = await findRow(db, 'account_node', { id: customerId }, ['parent_id'])
  const sellerId = customer?.parent_id
  if (sellerId === null || sellerId === undefined) return
  await emitEvent(db, sellerId, { type, listId: null, data: { ...facts, customer_id: customerId } })
}

/**
 * A customer as in events, with its owner's email: until the owner has joined, the one that the account was opened for.
 * Null for the platform's own or a deleted one.
 */
export async function findCustomer(db: Db, sellerId: number, customerId: number) {
  const row = await db
    .selectFrom('account_node as a')
    .leftJoinLateral(activeOwner(db, 'a.id').select('u.email').as('owner'), (join) => join.onTrue())
    .leftJoin('account_contact_info as k', 'k.account_id', 'a.id')
    .select(['a.id', 'a.name'])
    .select(sql<string | null>`coalesce(owner.email, k.email)`.as('email'))
    .where('a.id', '=', customerId)
    .where('a.parent_id', '=', sellerId)
    .executeTakeFirst()
  return row ?? null
}
