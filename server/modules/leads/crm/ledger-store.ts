import { type Generated, type Selectable, sql } from 'kysely'
import type { CrmMappingItem } from '#contract/activity/run-kinds/crm.ts'
import { FINAL_RUN_STATES } from '#contract/activity/runs.ts'
import type { CrmRow } from '#contract/leads/crm.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface CrmMappingTable {
  account_id: number
  connection_id: number
  list_type: string
  version: number
  items: CrmMappingItem[]
  created_by: number | null
  created_at: Generated<Date>
}
interface CrmItemTable {
  account_id: number
  run_id: number
  lead_id: number
  state: Generated<string>
  reason: string | null
  conflicts: Generated<CrmRow['conflicts']>
}
interface CrmLedgerTable {
  account_id: number
  connection_id: number
  lead_id: number
  list_id: number
  /** The lead's entity; null where the lead was deleted before this was recorded. */
  entity_id: number | null
  run_id: number | null
  state: 'sending' | 'sent' | 'failed'
  remote_id: string | null
  /** Of a sender: the campaign that the lead was last handed over into. */
  campaign: string | null
  campaign_name: string | null
  sent: Record<string, unknown>
  stored: Record<string, unknown> | null
  tags: string[]
  dropped: string[]
  error: string | null
  times: number
  sent_at: Date | null
  updated_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    crm_mapping: CrmMappingTable
    crm_item: CrmItemTable
    crm_ledger: CrmLedgerTable
    crm_ledger_info: ReadOnly<CrmLedgerTable, 'account_id' | 'entity_id' | 'sent_at'>
  }
}
export type LedgerRow = Selectable<CrmLedgerTable>

/** The newest version of a mapping. */
export const findMapping = (db: Db, accountId: number, connectionId: number, type: string) =>
  db
    .selectFrom('crm_mapping')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .where('list_type', '=', type)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Writes the version after the one that was read. @returns false when someone else saved first. */
export async function insertMapping(
  db: Db,
  place: { accountId: number; userId: number; connectionId: number; type: string },
  { items, version }: { items: CrmMappingItem[]; version: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into crm_mapping (account_id, connection_id, list_type, version, items, created_by)
    select ${place.accountId}, ${place.connectionId}, ${place.type}, ${version + 1}, ${JSON.stringify(items)}::jsonb, ${place.userId}
    where ${version} = coalesce((select max(version) from crm_mapping where account_id = ${place.accountId}
      and connection_id = ${place.connectionId} and list_type = ${place.type}), 0)
    on conflict do nothing returning version`.execute(db)
  return rows.length > 0
}

const CHUNK = 5000

/** Leads to be processed by a run. */
export async function insertCrmItems(
  db: Db,
  { accountId, runId }: { accountId: number; runId: number },
  leadIds: readonly number[],
): Promise<void> {
  for (let from = 0; from < leadIds.length; from += CHUNK)
    await sql`insert into crm_item (account_id, run_id, lead_id)
      select ${accountId}, ${runId}, unnest(${leadIds.slice(from, from + CHUNK)}::bigint[])`.execute(db)
}

/** A run's next unfinished leads, without those in progress. */
export async function nextItems(
  db: Db,
  run: { account_id: number; id: number },
  { limit, except }: { limit: number; except: readonly number[] },
): Promise<number[]> {
  const rows = await db
    .selectFrom('crm_item')
    .select('lead_id')
    .where('account_id', '=', run.account_id)
    .where('run_id', '=', run.id)
    .where('state', '=', 'queued')
    .where('lead_id', '<>', sql<number>`all(${except}::bigint[])`)
    .orderBy('lead_id')
    .limit(limit)
    .execute()
  return rows.map(({ lead_id }) => lead_id)
}

export interface ItemEnd {
  leadId: number
  state: string
  reason: string | null
  conflicts: CrmRow['conflicts']
}

/** Records results of leads. @returns how many of them were still open, by state. */
export async function endItems(
  db: Db,
  { accountId, runId }: { accountId: number; runId: number },
  ends: readonly ItemEnd[],
): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    with changed as (
      update crm_item i set state = n.state, reason = n.reason, conflicts = n.conflicts
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as n("leadId" bigint, state text, reason text, conflicts jsonb)
      where i.account_id = ${accountId} and i.run_id = ${runId} and i.lead_id = n."leadId" and i.state = 'queued'
      returning i.state)
    select state, count(*)::int as count from changed group by state`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Marks a run's remaining leads as not tried. @returns how many. */
export async function markRemainingItems(db: Db, accountId: number, runId: number): Promise<number> {
  const done = await db
    .updateTable('crm_item')
    .set({ state: 'not_tried' })
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Serializes starts of this push until the transaction ends. */
export const lockPush = (db: Db, accountId: number, connectionId: number, listId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`crm push ${accountId} ${connectionId} ${listId}`}, 0))`.execute(
    db,
  )

/** For an item `i` and its ledger row `g`: the lead did not arrive and has not been sent since. */
const IS_UNSENT = sql`i.state in ('failed', 'not_tried')
  and not coalesce(g.state = 'sent' and g.run_id >= i.run_id, false)`

/** A push's failed leads that have not been sent since. */
export async function listUnsent(
  db: Db,
  accountId: number,
  { runId, connectionId }: { runId: number; connectionId: number },
): Promise<number[]> {
  const { rows } = await sql<{ lead_id: number }>`
    select i.lead_id from crm_item i left join crm_ledger g on g.account_id = i.account_id and g.lead_id = i.lead_id
      and g.connection_id = ${connectionId}
    where i.account_id = ${accountId} and i.run_id = ${runId} and ${IS_UNSENT}
    order by i.lead_id`.execute(db)
  return rows.map(({ lead_id }) => lead_id)
}

/** Marks leads that were in progress when the run stopped as failed. @returns how many of its items changed. */
export async function markInterrupted(
  db: Db,
  { accountId, runId, isHook, why }: { accountId: number; runId: number; isHook: boolean; why: string },
): Promise<number> {
  const { rows } = await sql`
    with stopped as (
      update crm_ledger set state = 'failed', error = ${why}, updated_at = now()
      where account_id = ${accountId} and run_id = ${runId} and state = 'sending' returning lead_id)
    update crm_item i set state = 'failed', reason = ${why} from stopped s
    where ${isHook} and i.account_id = ${accountId} and i.run_id = ${runId} and i.lead_id = s.lead_id
      and i.state = 'queued' returning i.lead_id`.execute(db)
  return rows.length
}

/** A run's leads with details: conflicts, failures and skipped ones. */
export async function rowsOfRun(db: Db, accountId: number, runId: number, limit: number): Promise<CrmRow[]> {
  const { rows } = await sql<CrmRow>`
    select i.lead_id, coalesce(l.name, l.company, l.email) as name, i.state, i.reason, i.conflicts
    from crm_item i left join lead_info l on l.account_id = i.account_id and l.id = i.lead_id
      and l.list_id = (select list_id from run_info r where r.account_id = i.account_id and r.id = i.run_id)
    where i.account_id = ${accountId} and i.run_id = ${runId}
      and (i.reason is not null or i.conflicts <> '[]'::jsonb)
    order by case i.state when 'conflict' then 0 when 'failed' then 1 else 2 end, i.lead_id
    limit ${limit}`.execute(db)
  return rows
}

/** Ledger entries of leads for a connection. */
export async function readLedger(
  db: Db,
  accountId: number,
  connectionId: number,
  leadIds: readonly number[],
): Promise<Map<number, LedgerRow>> {
  const rows = await db
    .selectFrom('crm_ledger')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .where('lead_id', '=', sql<number>`any(${leadIds}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.lead_id, row]))
}

/** Which of these entities were sent to a CRM, by any connection or by one, also from deleted lists. */
export async function sentEntities(
  db: Db,
  accountId: number,
  ids: readonly number[],
  connectionId?: number,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  let sent = db
    .selectFrom('crm_ledger')
    .select('entity_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('entity_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('sent_at', 'is not', null)
  if (connectionId !== undefined) sent = sent.where('connection_id', '=', connectionId)
  return new Set((await sent.execute()).flatMap(({ entity_id }) => entity_id ?? []))
}

export interface LedgerPlace {
  accountId: number
  connectionId: number
  leadId: number
}

/** Records what is about to be sent. */
export const writeIntents = (
  db: Db,
  place: { accountId: number; connectionId: number; listId: number; runId: number; tags: string[] },
  intents: readonly {
    leadId: number
    entityId: number
    sent: Record<string, unknown>
    remoteId: string | null
  }[],
) =>
  sql`insert into crm_ledger (account_id, connection_id, lead_id, entity_id, list_id, run_id, state, remote_id, sent,
      tags)
    select ${place.accountId}, ${place.connectionId}, n."leadId", n."entityId", ${place.listId}, ${place.runId}, 'sending',
      n."remoteId", n.sent, ${JSON.stringify(place.tags)}::jsonb
    from jsonb_to_recordset(${JSON.stringify(intents)}::jsonb) as n("leadId" bigint, "entityId" bigint, sent jsonb, "remoteId" text)
    on conflict (account_id, connection_id, lead_id) do update set state = 'sending', list_id = excluded.list_id, entity_id = excluded.entity_id,
      run_id = excluded.run_id, sent = excluded.sent, tags = excluded.tags, error = null, updated_at = excluded.updated_at,
      remote_id = coalesce(excluded.remote_id, crm_ledger.remote_id)`.execute(db)

/** Records that a lead arrived, with the CRM's id. */
export const writeSent = (
  db: Db,
  place: LedgerPlace,
  contact: {
    remoteId: string | null
    stored: Record<string, unknown> | null
    dropped: string[]
    campaign: { id: string; name: string } | null
  },
) =>
  sql`update crm_ledger set state = 'sent', remote_id = coalesce(${contact.remoteId}, remote_id),
      stored = ${contact.stored === null ? null : JSON.stringify(contact.stored)}::jsonb,
      dropped = ${JSON.stringify(contact.dropped)}::jsonb, campaign = ${contact.campaign?.id ?? null},
      campaign_name = ${contact.campaign?.name ?? null}, error = null, times = times + 1, sent_at = now(), updated_at = now()
    where account_id = ${place.accountId} and connection_id = ${place.connectionId} and lead_id = ${place.leadId}`.execute(
    db,
  )

/** Records that a lead did not arrive, or may not have. */
export const writeFailed = (db: Db, place: LedgerPlace, error: string) =>
  sql`update crm_ledger set state = 'failed', error = ${error}, updated_at = now()
    where account_id = ${place.accountId} and connection_id = ${place.connectionId} and lead_id = ${place.leadId}`.execute(
    db,
  )

/** The ledger of one list, newest first. */
export async function listLedger(
  db: Db,
  place: { accountId: number; listId: number },
  request: {
    page: number
    limit: number
    connectionId: number | undefined
    leadId: number | undefined
    state: string | undefined
  },
) {
  let base = db
    .selectFrom('crm_ledger as g')
    .innerJoin('crm_connection as c', (join) =>
      join.onRef('c.account_id', '=', 'g.account_id').onRef('c.id', '=', 'g.connection_id'),
    )
    .where('g.account_id', '=', place.accountId)
    .where('g.list_id', '=', place.listId)
  if (request.connectionId !== undefined) base = base.where('g.connection_id', '=', request.connectionId)
  if (request.leadId !== undefined) base = base.where('g.lead_id', '=', request.leadId)
  if (request.state !== undefined) base = base.where('g.state', '=', request.state as LedgerRow['state'])
  return readPage(
    base,
    base
      .leftJoin('lead_info as l', (join) =>
        join
          .onRef('l.account_id', '=', 'g.account_id')
          .onRef('l.list_id', '=', 'g.list_id')
          .onRef('l.id', '=', 'g.lead_id'),
      )
      .selectAll('g')
      .select(['c.crm', 'c.label', 'c.remote_account'])
      .select(sql<string | null>`coalesce(l.name, l.company, l.email)`.as('name'))
      .orderBy('g.updated_at', 'desc')
      .orderBy('g.lead_id')
      .orderBy('g.connection_id'),
    request,
  )
}

/** A list's newest ended push with unsent leads, and how many. */
export async function pushToRetry(
  db: Db,
  place: { accountId: number; listId: number },
): Promise<{ run_id: number; leads: number } | null> {
  const { rows } = await sql<{ run_id: number; leads: number }>`
    select i.run_id, count(*)::int as leads
    from run_info r join crm_item i on i.account_id = r.account_id and i.run_id = r.id
      left join crm_ledger g on g.account_id = r.account_id and g.lead_id = i.lead_id
        and g.connection_id = (r.input ->> 'connectionId')::bigint
      join crm_connection c on c.account_id = r.account_id and c.id = (r.input ->> 'connectionId')::bigint
    where r.account_id = ${place.accountId} and r.list_id = ${place.listId} and r.kind = 'crm'
      and r.state = any(${FINAL_RUN_STATES}) and c.deleted_at is null and ${IS_UNSENT}
    group by i.run_id order by i.run_id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Deletes the sent values of permanently deleted leads; the fact that they were sent stays. */
export async function forgetGoneLeads(db: Db): Promise<void> {
  const isGone = sql`not exists (select from lead_info l where l.account_id = t.account_id and l.id = t.lead_id)`
  await sql`update crm_ledger t set sent = '{}', stored = null, dropped = '[]', tags = '[]', error = null
    where (sent <> '{}' or stored is not null) and ${isGone}`.execute(db)
  await sql`delete from crm_item t where ${isGone}`.execute(db)
  await sql`delete from crm_win t where ${isGone}`.execute(db)
}
