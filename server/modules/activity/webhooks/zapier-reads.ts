import { type RawBuilder, sql } from 'kysely'
import { RUN_DEFINITIONS, RUN_KINDS } from '#contract/activity/run-kinds/index.ts'
import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { EventFacts } from './deliveries-store.ts'

/** The newest possible subject of an event. */
export interface SampleRow {
  id: number
  list_id: number | null
  at: Date
  facts: EventFacts
}

interface Place {
  accountId: number
  listId: number | null
}

const ofList = (column: string, { listId }: Place) =>
  listId === null ? sql`true` : sql`${sql.ref(column)} = ${listId}`

const lists = (deleted: RawBuilder<unknown>) => (place: Place, limit: number) =>
  sql<SampleRow>`
  select id, id as list_id, coalesce(deleted_at, created_at) as at, '{}'::jsonb as facts from list_info
  where account_id = ${place.accountId} and ${deleted} and ${ofList('id', place)}
  order by coalesce(deleted_at, created_at) desc, id desc limit ${limit}`

const leads = (deleted: RawBuilder<unknown>) => (place: Place, limit: number) =>
  sql<SampleRow>`
  select id, list_id, coalesce(deleted_at, added_at) as at,
    jsonb_build_object('lead_ids', jsonb_build_array(id)) as facts from lead_info
  where account_id = ${place.accountId} and ${deleted} and suppressed_by is null and ${ofList('list_id', place)}
  order by id desc limit ${limit}`

const runs = (kinds: RawBuilder<unknown>) => (place: Place, limit: number) =>
  sql<SampleRow>`
  select id, list_id, finished_at as at, jsonb_build_object('run_id', id) as facts from run_info
  where account_id = ${place.accountId} and finished_at is not null and ${kinds} and ${ofList('list_id', place)}
  order by id desc limit ${limit}`

const balance = ({ accountId }: Place) => sql<SampleRow>`
  select account_id as id, null::bigint as list_id, updated_at as at,
    jsonb_build_object('available', available, 'reserved', reserved) as facts
  from wallet_info where account_id = ${accountId}`

const autopilotRuns = (place: Place, limit: number) => sql<SampleRow>`
  select r.id, a.list_id, r.finished_at as at,
    jsonb_build_object('autopilot_id', a.id, 'autopilot_run_id', r.id) as facts
  from autopilot_run_info r join autopilot_info a on a.account_id = r.account_id and a.id = r.autopilot_id
  where r.account_id = ${place.accountId} and r.finished_at is not null and ${ofList('a.list_id', place)}
  order by r.id desc limit ${limit}`

/** The newest leads of a list with an autopilot. */
const autopilotLeads = (place: Place, limit: number) => sql<SampleRow>`
  select l.id, l.list_id, l.added_at as at, jsonb_build_object('lead_ids', jsonb_build_array(l.id)) as facts
  from lead_info l where l.account_id = ${place.accountId} and l.deleted_at is null and l.suppressed_by is null
    and ${ofList('l.list_id', place)} and exists (select from autopilot_info a
      where a.account_id = l.account_id and a.list_id = l.list_id and a.deleted_at is null)
  order by l.id desc limit ${limit}`

const pausedAutopilots = (place: Place, limit: number) => sql<SampleRow>`
  select id, list_id, paused_at as at, jsonb_build_object('autopilot_id', id, 'reason', pause_reason) as facts
  from autopilot_info where account_id = ${place.accountId} and paused_at is not null and deleted_at is null
    and ${ofList('list_id', place)}
  order by paused_at desc limit ${limit}`

/** Customer accounts, newest first. */
const customers = ({ accountId }: Place, limit: number) => sql<SampleRow>`
  select id, null::bigint as list_id, created_at as at, jsonb_build_object('customer_id', id) as facts
  from account_node where parent_id = ${accountId} and deleted_at is null
  order by id desc limit ${limit}`

/** Events whose facts are nowhere else, as far as they are stored. */
const stored = (type: WebhookEventType) => (place: Place, limit: number) =>
  sql<SampleRow>`
  select id, list_id, created_at as at, data as facts from webhook_event
  where account_id = ${place.accountId} and type = ${type} and not is_test and ${ofList('list_id', place)}
  order by id desc limit ${limit}`

const isActive = sql`deleted_at is null`
const isDeleted = sql`deleted_at is not null`

/** Kinds of runs that enrich existing leads. */
const ENRICHMENTS: readonly string[] = RUN_KINDS.filter((kind) =>
  RUN_DEFINITIONS[kind].ending?.events?.ended?.includes('enrichment.finished'),
)

/** Queries for the newest subjects of each event. */
export async function findSamples(
  db: Db,
  type: WebhookEventType,
  place: Place,
  limit: number,
): Promise<SampleRow[]> {
  const find: Record<WebhookEventType, (place: Place, limit: number) => RawBuilder<SampleRow>> = {
    'list.created': lists(isActive),
    'list.deleted': lists(isDeleted),
    'lead.added': leads(isActive),
    'lead.changed': leads(isActive),
    'lead.won': leads(sql`deleted_at is null and lead_status = 'won'`),
    'lead.won_undone': stored('lead.won_undone'),
    'signal.changed': stored('signal.changed'),
    'submission.received': stored('submission.received'),
    'lead.deleted': leads(isDeleted),
    'run.finished': runs(sql`true`),
    'enrichment.finished': runs(sql`kind = any(${ENRICHMENTS}::text[])`),
    'export.ready': runs(sql`kind = 'export' and state = 'succeeded'`),
    'credits.low': balance,
    'autopilot.finished': autopilotRuns,
    'autopilot.leads': autopilotLeads,
    'autopilot.paused': pausedAutopilots,
    'customer.created': customers,
    'customer.subscribed': customers,
    'customer.past_due': customers,
    'customer.cancelled': customers,
    'customer.reopened': customers,
    'customer.credits_low': customers,
    'customer.purchased': customers,
  }
  return (await find[type](place, limit).execute(db)).rows
}
