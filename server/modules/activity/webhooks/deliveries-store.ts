import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely'
import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { DeliveryState } from '#contract/activity/webhooks.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { getRow, insertRows, updateRows } from '#server/platform/db/rows.ts'

/** An event's subject: ids and numbers, no values of leads. */
export interface EventFacts {
  lead_ids?: number[]
  run_id?: number
  autopilot_id?: number
  autopilot_run_id?: number
  reason?: string
  available?: number
  reserved?: number
  customer_id?: number
  package?: string
  amount?: number
  currency?: string
  /** Which signal changed, from and to which value. */
  signal?: string
  from?: string | number | null
  to?: string | number | null
  /** What was sent: a form by its name. */
  source?: string
  is_new?: boolean
  consent?: { text: string; at: string } | null
}

interface EventTable {
  account_id: number
  id: Generated<number>
  message_id: string
  type: WebhookEventType
  list_id: number | null
  data: EventFacts
  is_test: Generated<boolean>
  created_at: Generated<Date>
}
interface DeliveryTable {
  account_id: number
  id: Generated<number>
  webhook_id: number
  event_id: number
  type: WebhookEventType
  lane: number
  state: Generated<DeliveryState>
  attempts: Generated<number>
  next_attempt_at: Date | null
  last_status: number | null
  last_error: string | null
  created_at: Generated<Date>
  finished_at: Date | null
}
interface LaneTable {
  account_id: number
  webhook_id: number
  lane: number
  next_at: Date | null
  lease_until: Date | null
  claim: Generated<number>
}
interface AttemptTable {
  account_id: number
  id: Generated<number>
  delivery_id: number
  number: number
  url: string
  started_at: Date
  duration_ms: number
  request_headers: Record<string, string>
  request_body: string
  request_bytes: number
  status: number | null
  reply_headers: Record<string, string> | null
  reply_body: string | null
  error: string | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    webhook_event: EventTable
    webhook_delivery: DeliveryTable
    webhook_lane: LaneTable
    webhook_attempt: AttemptTable
  }
}
export type AttemptRow = Selectable<AttemptTable>
export type EventRow = Selectable<EventTable>

export interface NewEvent {
  messageId: string
  type: WebhookEventType
  listId: number | null
  data: EventFacts
  isTest?: boolean
  receivers: { id: number; origin: string }[]
  /** Sent on its own, not after others of its list. */
  byHand?: boolean
}

/** Starts lanes, or resumes idle ones; `immediately`: including those waiting for a retry. `isRead`: only locks it. */
async function wakeLanes(
  db: Db,
  accountId: number,
  lanes: { webhookId: number; lane: number; isRead?: boolean }[],
  immediately = false,
): Promise<void> {
  await sql`insert into webhook_lane (account_id, webhook_id, lane, next_at)
    select ${accountId}::bigint, w, l, case when r then null else (select now()) end from (
      select distinct n.w, n.l, n.r from jsonb_to_recordset(${JSON.stringify(
        lanes.map(({ webhookId, lane, isRead = false }) => ({ w: webhookId, l: lane, r: isRead })),
      )}::jsonb) as n(w bigint, l bigint, r boolean)) as d
    order by w, l
    on conflict (account_id, webhook_id, lane) do update
      set next_at = ${immediately ? sql`excluded.next_at` : sql`coalesce(webhook_lane.next_at, excluded.next_at)`}`.execute(
    db,
  )
}

/**
 * Writes events with a delivery per webhook, in the caller's transaction. The lanes are locked first, in a
 * consistent order, so that the numbers of a lane's deliveries grow in commit order. What a listener reads is in one
 * lane, and done when it is written.
 * @returns ids of the deliveries, in order.
 */
export async function insertEvents(db: Db, accountId: number, events: NewEvent[]): Promise<number[]> {
  const { rows: ids } = await sql<{ event: number }>`
    select nextval('webhook_event_id_seq') as event from generate_series(1, ${events.length}::int)`.execute(
    db,
  )
  const rows = events.map((event, at) => ({
    id: (ids[at] as { event: number }).event,
    message_id: event.messageId,
    type: event.type,
    list_id: event.listId,
    data: event.data,
    is_test: event.isTest ?? false,
  }))
  const deliveries = events.flatMap((event, at) => {
    const { id } = rows[at] as { id: number }
    const lane = event.byHand ? -id : (event.listId ?? 0)
    return event.receivers.map(({ id: webhookId, origin }) => {
      const isRead = origin === 'listener'
      return { webhookId, lane: isRead ? 0 : lane, event: id, type: event.type, isRead }
    })
  })
  await wakeLanes(db, accountId, deliveries)
  await sql`insert into webhook_event (account_id, id, message_id, type, list_id, data, is_test)
    select ${accountId}, id, message_id, type, list_id, data, is_test
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(id bigint, message_id text, type text, list_id bigint, data jsonb, is_test boolean)`.execute(db)
  const { rows: made } = await sql<{ id: number }>`
    insert into webhook_delivery (account_id, webhook_id, event_id, type, lane, state, finished_at)
    select ${accountId}, n."webhookId", n.event, n.type, n.lane,
      case when n."isRead" then 'succeeded' else 'waiting' end, case when n."isRead" then (select now()) end
    from jsonb_to_recordset(${JSON.stringify(deliveries.map((delivery, n) => ({ ...delivery, n })))}::jsonb)
      as n(n int, "webhookId" bigint, event bigint, type text, lane bigint, "isRead" boolean)
    order by n.n
    returning id`.execute(db)
  return made.map(({ id }) => id)
}

/** The next deliveries of a listener with their events, oldest first. */
export const findRead = (
  db: Db,
  accountId: number,
  { webhookId, after, limit }: { webhookId: number; after: number; limit: number },
) =>
  db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_event as e', (join) =>
      join.onRef('e.account_id', '=', 'd.account_id').onRef('e.id', '=', 'd.event_id'),
    )
    .selectAll('e')
    .select('d.id as delivery_id')
    .where('d.account_id', '=', accountId)
    .where('d.webhook_id', '=', webhookId)
    .where('d.id', '>', after)
    .orderBy('d.id')
    .limit(limit)
    .execute()

export interface Claim {
  account_id: number
  webhook_id: number
  lane: number
  claim: number
  /** Now, by the database clock. */
  at: Date
}
type Place = Pick<Claim, 'account_id' | 'webhook_id' | 'lane'>

/** Lease of a lane in seconds: longer than any attempt. */
const LEASE_SECONDS = 60

/** Lanes examined at once: others may claim the first ones at the same moment. */
const CANDIDATES = 8

/** Claims a lane unless it is claimed or locked. */
async function claim(
  db: Db,
  { account_id, webhook_id, lane }: Place,
  until: RawBuilder<Date>,
): Promise<Claim | undefined> {
  const place = sql`account_id = ${account_id} and webhook_id = ${webhook_id} and lane = ${lane}`
  const { rows } = await sql<Claim>`
    update webhook_lane set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), claim = claim + 1
    where ${place} and lane in (select lane from webhook_lane where ${place} and next_at <= ${until}
      and (lease_until is null or lease_until < now()) for update skip locked)
    returning account_id, webhook_id, lane, claim, (select ${until}) as at`.execute(db)
  return rows[0]
}

/**
 * Claims the lane that has been due longest, for one attempt. Skips busy webhooks and accounts. `ahead`: seconds
 * added to the time, in tests. Webhook and account are looked up lane by lane, in the order of the index, until there
 * are enough: joined, all lanes that are due would be read for each one.
 */
export async function claimLane(
  db: Db,
  busy: { webhooks: number[]; accounts: number[] },
  ahead: number,
): Promise<Claim | undefined> {
  const until = sql<Date>`now() + make_interval(secs => ${ahead})`
  const { rows: due } = await sql<Place>`
    select c.account_id, c.webhook_id, c.lane from webhook_lane c
    where c.next_at <= ${until} and (c.lease_until is null or c.lease_until < now())
      and c.webhook_id <> all(${busy.webhooks}::bigint[]) and c.account_id <> all(${busy.accounts}::bigint[])
      and (select w.is_active and w.deleted_at is null and (w.not_before is null or w.not_before <= ${until})
        from webhook w where w.account_id = c.account_id and w.id = c.webhook_id)
      and (select a.access in ('full', 'read_only') from account_node a where a.id = c.account_id)
    order by c.next_at, c.webhook_id, c.lane limit ${CANDIDATES}`.execute(db)
  for (const place of due) {
    const claimed = await claim(db, place, until)
    if (claimed) return claimed
  }
  return undefined
}

const inLane = ({ account_id, webhook_id, lane }: Place) =>
  sql<boolean>`account_id = ${account_id} and webhook_id = ${webhook_id} and lane = ${lane}`

/** A lane's first waiting delivery, with its event. */
export async function claimHead(db: Db, claim: Claim) {
  const delivery = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where(inLane(claim))
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!delivery) return undefined
  const event = await getRow(db, 'webhook_event', { account_id: claim.account_id, id: delivery.event_id })
  return { delivery, event }
}

/** Locks a lane still claimed by the caller; undefined when another worker has taken it over. */
export const lockClaim = (db: Db, claim: Claim) =>
  db
    .selectFrom('webhook_lane')
    .select('lane')
    .where(inLane(claim))
    .where('claim', '=', claim.claim)
    .forUpdate()
    .executeTakeFirst()

/** Releases a locked lane: it continues with its first waiting delivery, or ends. */
export async function releaseLane(db: Db, place: Place): Promise<void> {
  if (place.lane < 0) {
    await sql`delete from webhook_lane where ${inLane(place)} and not exists (
      select from webhook_delivery d where d.account_id = ${place.account_id}
        and d.webhook_id = ${place.webhook_id} and d.lane = ${place.lane} and d.state = 'waiting')`.execute(
      db,
    )
  }
  await sql`update webhook_lane set lease_until = null, next_at = (
      select coalesce(d.next_attempt_at, (select now())) from webhook_delivery d
      where d.account_id = ${place.account_id} and d.webhook_id = ${place.webhook_id} and d.lane = ${place.lane}
        and d.state = 'waiting' order by d.id limit 1)
    where ${inLane(place)}`.execute(db)
}

export interface DeliveryEnd {
  state: DeliveryState
  /** Seconds until the next attempt, by the database clock. */
  retryIn: number | null
  status: number | null
  error: string | null
}

/** Records the result of an attempt. */
export const writeOutcome = (
  db: Db,
  accountId: number,
  { id, end, ahead }: { id: number; end: DeliveryEnd; ahead: number },
) =>
  updateRows(
    db,
    'webhook_delivery',
    { account_id: accountId, id },
    {
      state: end.state,
      attempts: sql<number>`attempts + 1`,
      next_attempt_at:
        end.retryIn === null ? null : sql<Date>`now() + make_interval(secs => ${end.retryIn + ahead})`,
      last_status: end.status,
      last_error: end.error,
      finished_at: end.state === 'waiting' ? null : sql<Date>`now()`,
    },
  )

export const insertAttempt = (db: Db, { id: _, ...attempt }: AttemptRow) =>
  insertRows(db, 'webhook_attempt', {
    ...attempt,
    request_headers: asJson(attempt.request_headers),
    reply_headers: attempt.reply_headers && asJson(attempt.reply_headers),
  })

/** Gives up everything waiting for a webhook. */
export const failWaiting = (db: Db, accountId: number, webhookId: number, error: string) =>
  updateRows(
    db,
    'webhook_delivery',
    { account_id: accountId, webhook_id: webhookId, state: 'waiting' },
    { state: 'failed', next_attempt_at: null, last_error: error, finished_at: sql<Date>`now()` },
  )

/** A delivery starts over, outside its lane. */
export async function restartDelivery(
  db: Db,
  place: { accountId: number; webhookId: number },
  id: number,
): Promise<void> {
  const { accountId, webhookId } = place
  await wakeLanes(db, accountId, [{ webhookId, lane: -id }], true)
  await updateRows(
    db,
    'webhook_delivery',
    { account_id: accountId, id },
    { state: 'waiting', attempts: 0, next_attempt_at: null, finished_at: null, lane: -id },
  )
}

/** Restarts all given-up deliveries of a webhook, each in its lane. @returns how many. */
export async function restartFailed(db: Db, accountId: number, webhookId: number): Promise<number> {
  const failed = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'lane'])
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'failed')
    .orderBy('id')
    .execute()
  if (failed.length === 0) return 0
  await wakeLanes(
    db,
    accountId,
    failed.map(({ lane }) => ({ webhookId, lane })),
    true,
  )
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: null, finished_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${failed.map(({ id }) => id)}::bigint[])`)
    .where('state', '=', 'failed')
    .execute()
  return failed.length
}
