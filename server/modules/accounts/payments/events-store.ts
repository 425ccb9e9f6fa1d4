import { sql } from 'kysely'
import type { EventOutcome, PaymentVendor } from '#contract/accounts/payments.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { updateRows } from '#server/platform/db/rows.ts'
import type { AtVendor, EventRow, WaitingSaleRow } from './payments-tables.ts'

/** An event as received. `payload` names its object and contains no personal data where the vendor can be queried again. */
export interface NewEvent {
  vendor: PaymentVendor
  eventId: string
  type: string
  vendorAccount: string
  sellerAccountId: number | null
  objectId: string | null
  payload: Record<string, unknown>
  occurredAt: Date
  /** Why the event is ignored; null: a worker processes it. */
  ignoredFor: string | null
}

/** @returns whether it is new: each event of a vendor is stored once, however often it is sent. */
export async function insertEvent(db: Db, event: NewEvent): Promise<boolean> {
  const row = await db
    .insertInto('payment_event')
    .values({
      vendor: event.vendor,
      event_id: event.eventId,
      type: event.type,
      vendor_account: event.vendorAccount,
      seller_account_id: event.sellerAccountId,
      object_id: event.objectId,
      payload: asJson(event.payload),
      occurred_at: event.occurredAt,
      outcome: event.ignoredFor === null ? 'received' : 'ignored',
      detail: event.ignoredFor,
      leased_until: null,
      handled_at: null,
    })
    .onConflict((oc) => oc.columns(['vendor', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

const LEASE_SECONDS = 120

/** Claims a waiting event for one worker; undefined when another has it or it is handled. */
export async function claimEvent(db: Db, vendor: PaymentVendor, eventId: string) {
  const { rows } = await sql<EventRow>`
    update payment_event set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
    where (vendor, event_id) in (
      select vendor, event_id from payment_event
      where vendor = ${vendor} and event_id = ${eventId} and outcome = 'received'
        and (leased_until is null or leased_until < now())
      for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Ends an event in the transaction of its effects. @returns false when it had already ended. */
export async function finishEvent(
  db: Db,
  { vendor, event_id }: Pick<EventRow, 'vendor' | 'event_id'>,
  {
    outcome,
    detail = null,
    forget = false,
    payload,
  }: { outcome: EventOutcome; detail?: string | null; forget?: boolean; payload?: Record<string, unknown> },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_event')
    .set({ outcome, detail, leased_until: null, handled_at: sql<Date>`now()` })
    .$if(payload !== undefined, (query) => query.set({ payload: asJson(payload) }))
    .$if(forget, (query) => query.set({ payload: sql`'{}'::jsonb` as never }))
    .where('vendor', '=', vendor)
    .where('event_id', '=', event_id)
    .where('outcome', '=', 'received')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases an event with its error for a retry. */
export const releaseEvent = (db: Db, { vendor, event_id }: EventRow, detail: string) =>
  updateRows(
    db,
    'payment_event',
    { vendor, event_id, outcome: 'received' },
    { leased_until: null, detail: detail.slice(0, 500) },
  )

/** Events without a worker that have waited for a minute. */
export const findStranded = (db: Db, limit: number) =>
  db
    .selectFrom('payment_event')
    .select(['vendor', 'event_id'])
    .where('outcome', '=', 'received')
    .where('received_at', '<', sql<Date>`now() - interval '1 minute'`)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .orderBy('received_at')
    .limit(limit)
    .execute()

/**
 * Opens what was reported of a sale again, now that its account is known. Stripe is read again, so one event of
 * the subscription is enough, with refunds and disputes of payments that were unknown.
 * @returns the ids, oldest first.
 */
export async function reopenEvents(
  db: Db,
  sale: Pick<WaitingSaleRow, 'vendor' | 'vendor_account' | 'external_id' | 'created_at'>,
): Promise<string[]> {
  const { rows } = await sql<Pick<EventRow, 'event_id' | 'occurred_at' | 'received_at'>>`
    update payment_event set outcome = 'received', attempts = 0, leased_until = null, handled_at = null
    where vendor = ${sale.vendor} and vendor_account = ${sale.vendor_account} and outcome in ('done', 'ignored')
      and received_at > ${sale.created_at}::timestamptz - interval '2 days' and payload <> '{}'
      and case when vendor = 'stripe' and object_id = ${sale.external_id} then event_id = (
            select event_id from payment_event where vendor = 'stripe' and vendor_account = ${sale.vendor_account}
              and object_id = ${sale.external_id} order by received_at desc, event_id limit 1)
          else object_id = ${sale.external_id} or (outcome = 'ignored' and (type like 'charge.%' or type like 'refund.%')) end
    returning event_id, occurred_at, received_at`.execute(db)
  const inOrder = rows.sort(
    (a, b) =>
      a.occurred_at.getTime() - b.occurred_at.getTime() || a.received_at.getTime() - b.received_at.getTime(),
  )
  return inOrder.map(({ event_id }) => event_id)
}

/** Events of a seller, or with null of everyone, newest first. */
export function listEvents(
  db: Db,
  sellerAccountId: number | null,
  page: { page: number; limit: number; outcome?: EventOutcome },
) {
  let base = db.selectFrom('payment_event as e')
  if (sellerAccountId !== null) base = base.where('e.seller_account_id', '=', sellerAccountId)
  if (page.outcome) base = base.where('e.outcome', '=', page.outcome)
  return readPage(base, base.selectAll('e').orderBy('e.received_at', 'desc').orderBy('e.event_id'), page)
}

export async function countEvents(db: Db, sellerAccountId: number | null) {
  let base = db.selectFrom('payment_event')
  if (sellerAccountId !== null) base = base.where('seller_account_id', '=', sellerAccountId)
  const rows = await base
    .select(['outcome', sql<number>`count(*)`.as('n'), sql<Date>`max(received_at)`.as('last')])
    .groupBy('outcome')
    .execute()
  const countOutcome = (outcome: EventOutcome) => rows.find((row) => row.outcome === outcome)?.n ?? 0
  const last = rows.map((row) => row.last.getTime())
  return {
    counts: {
      received: countOutcome('received'),
      done: countOutcome('done'),
      ignored: countOutcome('ignored'),
      failed: countOutcome('failed'),
    },
    lastAt: last.length > 0 ? new Date(Math.max(...last)) : null,
  }
}

/** Numbers a read of an object before it starts. */
export async function wantObject(db: Db, { vendor, account }: AtVendor, objectId: string): Promise<number> {
  const { rows } = await sql<{ wanted_seq: number }>`
    insert into payment_object (vendor, vendor_account, object_id, wanted_seq) values (${vendor}, ${account}, ${objectId}, 1)
    on conflict (vendor, vendor_account, object_id) do update set wanted_seq = payment_object.wanted_seq + 1
    returning wanted_seq`.execute(db)
  return rows[0]?.wanted_seq as number
}

/**
 * Whether the result of a read may be stored: no later read was. The object is locked until the transaction
 * ends, so that its reads are stored in order.
 */
export async function mayWrite(
  db: Db,
  { vendor, account }: AtVendor,
  objectId: string,
  seq: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_object')
    .set({ done_seq: seq })
    .where('vendor', '=', vendor)
    .where('vendor_account', '=', account)
    .where('object_id', '=', objectId)
    .where('done_seq', '<', seq)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Time of the last effective event of a type about an object; null: none. */
export async function lastEventAt(
  db: Db,
  { vendor, account }: AtVendor,
  type: string,
  objectId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('payment_event')
    .select(sql<Date | null>`max(received_at)`.as('at'))
    .where('vendor', '=', vendor)
    .where('vendor_account', '=', account)
    .where('object_id', '=', objectId)
    .where('type', '=', type)
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow()
  return row.at
}
