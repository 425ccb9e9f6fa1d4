import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { insertRows } from '#server/platform/db/rows.ts'

/** The result of a run's lead; `unreadable`: its website could not be read. */
type ItemState = 'queued' | 'running' | 'found' | 'potential' | 'not_found' | 'unreadable' | 'not_tried'

interface EnrichItemTable {
  account_id: number
  run_id: number
  lead_id: number
  domain: string
  state: Generated<ItemState>
  /** The website's problem, or why the lead was not tried. */
  reason: string | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    enrich_item: EnrichItemTable
  }
}

const CHUNK = 2000
/** States of unfinished leads. */
const WAITING: ItemState[] = ['queued', 'running']

/** A lead and the website read for it. */
export interface EnrichItem {
  leadId: number
  domain: string
}

export async function insertItems(
  db: Db,
  accountId: number,
  runId: number,
  items: EnrichItem[],
): Promise<void> {
  for (let from = 0; from < items.length; from += CHUNK)
    await insertRows(
      db,
      'enrich_item',
      items.slice(from, from + CHUNK).map(({ leadId, domain }) => ({
        account_id: accountId,
        run_id: runId,
        lead_id: leadId,
        domain,
        reason: null,
      })),
    )
}

const selectItems = (db: Db, accountId: number, runId: number, domains: string[]) =>
  db
    .selectFrom('enrich_item')
    .select(['lead_id', 'domain'])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('domain', '=', sql<string>`any(${domains}::text[])`)
    .orderBy('lead_id')

/** The websites of a run's leads, each once. */
export async function listCompanies(db: Db, accountId: number, runId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('enrich_item')
    .select('domain')
    .distinct()
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

/** The run's leads waiting for these websites. */
export async function findLeadsOfCompanies(
  db: Db,
  accountId: number,
  runId: number,
  domains: string[],
): Promise<EnrichItem[]> {
  const rows = await selectItems(db, accountId, runId, domains).execute()
  return rows.map((row) => ({ leadId: row.lead_id, domain: row.domain }))
}

/** The run's leads waiting for these websites, locked in a consistent order. */
export async function lockItems(
  db: Db,
  accountId: number,
  runId: number,
  domains: string[],
): Promise<EnrichItem[]> {
  const rows = await selectItems(db, accountId, runId, domains).forUpdate().execute()
  return rows.map((row) => ({ leadId: row.lead_id, domain: row.domain }))
}

/** Marks leads whose websites are being read. @returns the newly marked ones. */
export async function startItems(
  db: Db,
  accountId: number,
  runId: number,
  domains: string[],
): Promise<number[]> {
  await lockItems(db, accountId, runId, domains)
  const rows = await db
    .updateTable('enrich_item')
    .set({ state: 'running' })
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('domain', '=', sql<string>`any(${domains}::text[])`)
    .where('state', '=', 'queued')
    .returning('lead_id')
    .execute()
  return rows.map((row) => row.lead_id)
}

/** The outcome of one lead. */
export interface ItemOutcome {
  leadId: number
  state: Exclude<ItemState, 'queued' | 'running'>
  reason: string | null
}

/** Records results of leads. */
export const finishItems = (db: Db, accountId: number, runId: number, outcomes: ItemOutcome[]) =>
  sql`update enrich_item i set state = n.state, reason = n.reason
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as n("leadId" bigint, state text, reason text)
    where i.account_id = ${accountId} and i.run_id = ${runId} and i.lead_id = n."leadId"`.execute(db)

/** A run's leads without a result, by state and reason. */
export const countMissed = (db: Db, accountId: number, runId: number) =>
  db
    .selectFrom('enrich_item')
    .select(['state', 'reason', (eb) => eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('state', 'in', ['not_found', 'unreadable', 'not_tried'])
    .groupBy(['state', 'reason'])
    .execute()

/** Marks a run's remaining leads as not tried. @returns their ids. */
export async function markRemaining(
  db: Db,
  accountId: number,
  runId: number,
  reason: string,
): Promise<number[]> {
  const rows = await db
    .updateTable('enrich_item')
    .set({ state: 'not_tried', reason })
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('state', 'in', WAITING)
    .returning('lead_id')
    .execute()
  return rows.map((row) => row.lead_id)
}

/** Whether a search’s leads are or were checked because it asked for it. */
export async function hasCheckAfter(
  db: Db,
  accountId: number,
  listId: number,
  searchRunId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('run_info')
    .select('id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('kind', '=', 'check_websites')
    .where(sql<boolean>`input @> ${JSON.stringify({ afterRunId: searchRunId })}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A run's unfinished leads, in order. */
export async function openItems(db: Db, accountId: number, runId: number): Promise<EnrichItem[]> {
  const rows = await db
    .selectFrom('enrich_item')
    .select(['lead_id', 'domain'])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('state', 'in', WAITING)
    .orderBy('lead_id')
    .execute()
  return rows.map((row) => ({ leadId: row.lead_id, domain: row.domain }))
}
