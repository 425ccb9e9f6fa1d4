import { sql } from 'kysely'
import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { rowHasEmail } from './leads-store.ts'

/** A lead's key, with the suppression entry that hides it. */
export interface HiddenLead {
  account_id: number
  list_id: number
  id: number
  entryId: number
}

export interface ListChange {
  accountId: number
  listId: number
  leads: number
  emails: number
}

interface ToggledLead {
  account_id: number
  list_id: number
  id: number
  living: boolean
  has: boolean
}

/** Emits webhook events for leads that were hidden or shown; deleted ones are left out. */
async function emitToggled(db: Db, rows: ToggledLead[], fate: 'added' | 'deleted'): Promise<void> {
  const byList = Map.groupBy(
    rows.filter(({ living }) => living),
    ({ account_id, list_id }) => `${account_id} ${list_id}`,
  )
  for (const own of byList.values()) {
    const { account_id: accountId, list_id: listId } = own[0] as ToggledLead
    const ids = own.map(({ id }) => id)
    await emitLeads(db, { accountId, listId }, fate, ids)
  }
}

function sumByList(rows: ToggledLead[], sign: 1 | -1): ListChange[] {
  const sums = new Map<string, ListChange>()
  for (const { account_id: accountId, list_id: listId, living, has } of rows) {
    const key = `${accountId} ${listId}`
    const sum = sums.get(key) ?? { accountId, listId, leads: 0, emails: 0 }
    if (living) sum.leads += sign
    if (living && has) sum.emails += sign
    sums.set(key, sum)
  }
  // In the order in which lists are locked everywhere.
  return [...sums.values()].sort((a, b) => a.accountId - b.accountId || a.listId - b.listId)
}

/** The rows by account, in locking order. */
const byAccount = <Row extends { account_id: number }>(rows: readonly Row[]): [number, Row[]][] =>
  [...Map.groupBy(rows, ({ account_id }) => account_id)].sort(([a], [b]) => a - b)

async function hideOfAccount(db: Db, accountId: number, leads: HiddenLead[]): Promise<ToggledLead[]> {
  const { rows } = await sql<ToggledLead>`
    with wanted as (select distinct on (id) list_id, id, "entryId" as entry
        from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb)
        as n(list_id bigint, id bigint, "entryId" bigint) order by id, entry),
      old as (
        select l.account_id, l.list_id, l.id, l.deleted_at is null as living, ${sql`l.email, l.email_state`}, w.entry
        from lead l join wanted w using (list_id, id)
        where l.account_id = ${accountId} and l.suppressed_by is null order by l.id for update of l)
    update lead set name = lead.name, suppressed_by = old.entry,
      deleted_at = coalesce(lead.deleted_at, (select now())), updated_at = now()
    from old where lead.account_id = ${accountId} and lead.list_id = old.list_id and lead.id = old.id
    returning lead.account_id, lead.list_id, lead.id, old.living, ${rowHasEmail('old')} as has`.execute(db)
  return rows
}

/** Hides leads, including deleted ones; the caller updates the lists. */
export async function hideLeads(db: Db, leads: HiddenLead[]): Promise<ListChange[]> {
  const hidden: ToggledLead[] = []
  for (const [accountId, own] of byAccount(leads)) hidden.push(...(await hideOfAccount(db, accountId, own)))
  await emitToggled(db, hidden, 'deleted')
  return sumByList(hidden, -1)
}

const HIDDEN_COLUMNS = [
  'account_id',
  'list_id',
  'id',
  'email',
  'domain',
  'website',
  'phone',
  'country',
  'fields',
] as const

/** Leads hidden by one entry, locked account by account. */
export async function hiddenBy(db: Db, entryId: number) {
  const hidden = db.selectFrom('lead').where('suppressed_by', '=', entryId)
  const accounts = await hidden.select('account_id').distinct().orderBy('account_id').execute()
  const locked = []
  for (const { account_id: accountId } of accounts) {
    const own = hidden.select(HIDDEN_COLUMNS).where('account_id', '=', accountId)
    locked.push(...(await own.orderBy('id').forUpdate().execute()))
  }
  return locked
}

/** Assigns hidden leads to another entry. */
export async function rehideLeads(db: Db, leads: HiddenLead[]): Promise<void> {
  for (const [accountId, own] of byAccount(leads))
    await sql`update lead l set name = l.name, suppressed_by = n."entryId"
      from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as n(list_id bigint, id bigint, "entryId" bigint)
      where l.account_id = ${accountId} and l.list_id = n.list_id and l.id = n.id`.execute(db)
}

/** Shows all leads of an entry again; previously deleted ones return to the trash. */
export async function unhideLeads(db: Db, entryId: number): Promise<ListChange[]> {
  const { rows } = await sql<ToggledLead>`
    update lead set name = name, suppressed_by = null, updated_at = now(),
      deleted_at = case when deleted_by_history_id is null then null else deleted_at end
    where suppressed_by = ${entryId}
    returning account_id, list_id, id, deleted_at is null as living, ${rowHasEmail('lead')} as has`.execute(
    db,
  )
  await emitToggled(db, rows, 'added')
  return sumByList(rows, 1)
}
