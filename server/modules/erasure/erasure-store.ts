import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Pattern } from './person-patterns.ts'
import { namesPerson, type PersonTable, withoutPerson } from './person-tables.ts'

interface ErasureTable {
  account_id: number
  id: Generated<number>
  kind: 'email' | 'phone' | 'profile'
  digest: Buffer
  removed: Record<string, number>
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    erasure: ErasureTable
  }
}

/** Stands where a person's value stood in the middle of a text. */
const MARK = '[erased]'
/** Tables of which a row is about the person alone: it goes as a whole. */
const WHOLE_ROWS = new Set(['email_verification', 'found_email', 'bounce', 'mail_message', 'corpus_person'])
/** Tables of which a row tells of one lead and goes with it: names and titles too, which nothing else finds. */
const OF_LEADS = ['enrich_item', 'crm_ledger', 'crm_item', 'ai_text']
/** Tables with a name of their own in the report. */
const PLACES: Record<string, string> = {
  lead: 'leads',
  entity: 'entities',
  run: 'runs',
  run_item: 'run_items',
  quote: 'quotes',
  website_visit: 'websites',
  email_verification: 'email_verifications',
  verification_item: 'verification_lines',
  found_email: 'found_emails',
  bounce: 'bounces',
  mail_message: 'mails',
  corpus_person: 'corpus_people',
  lead_view: 'views',
  list: 'list_searches',
  audit_entry: 'audit_details',
}
export const placeOf = (table: string): string => PLACES[table] ?? table

const scopeOf = (table: PersonTable, accountId: number | null) =>
  table.isPerAccount
    ? accountId === null
      ? sql`true`
      : sql`account_id = ${accountId}`
    : accountId === null
      ? sql`true`
      : sql`false`

/** Rows of a table that name the person, by account; `null` for what belongs to none. */
export async function countNaming(
  db: Db,
  table: PersonTable,
  patterns: readonly Pattern[],
  accountIds: number[] | null,
): Promise<{ account_id: number | null; rows: number }[]> {
  if (accountIds !== null && !table.isPerAccount) return []
  const account = table.isPerAccount ? sql`account_id` : sql`null::bigint`
  const within = accountIds === null ? sql`true` : sql`account_id = any(${accountIds}::bigint[])`
  const { rows } = await sql<{ account_id: number | null; rows: number }>`
    select ${account} as account_id, count(*) as rows from ${sql.table(table.name)}
    where ${within} and ${namesPerson(
      table,
      patterns.map((pattern) => pattern.sql),
    )} group by 1`.execute(db)
  return rows.map((row) => ({ ...row, rows: Number(row.rows) }))
}

/** Email and profiles of the people whom a value names: the same person by another name. */
export async function otherNames(db: Db, patterns: readonly Pattern[], accountIds: number[] | null) {
  const bodies = patterns.map((pattern) => pattern.sql)
  const within = accountIds === null ? sql`true` : sql`l.account_id = any(${accountIds}::bigint[])`
  const corpus =
    accountIds === null
      ? sql`union select email, phone, array_remove(array[linkedin_url, github_url, x_url], null) from corpus_person
          where concat_ws(e'\n', email, phone, linkedin_url, github_url, x_url) ~* any(${bodies}::text[])`
      : sql``
  const { rows } = await sql<{ email: string | null; phone: string | null; urls: string[] }>`
    select l.email, l.phone, array_remove(array[l.fields ->> 'linkedin_url', l.fields ->> 'github_url', l.fields ->> 'x_url'], null) as urls
    from lead l join list on list.account_id = l.account_id and list.id = l.list_id and list.type = 'people'
    where ${within} and concat_ws(e'\n', l.email, l.phone, l.fields::text) ~* any(${bodies}::text[])
    ${corpus}`.execute(db)
  return rows
}

/** Whether a phone is also that of somebody else: then it is no name of the person. */
export async function isSharedPhone(db: Db, phone: string, patterns: readonly Pattern[]): Promise<boolean> {
  const bodies = patterns.map((pattern) => pattern.sql)
  const { rows } = await sql`select 1 from lead
    where phone = ${phone} and not concat_ws(e'\n', email, fields::text) ~* any(${bodies}::text[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Removes the leads of an account that name the person, with what is told of them. */
export async function eraseLeads(db: Db, accountId: number, patterns: readonly Pattern[]) {
  const bodies = patterns.map((pattern) => pattern.sql)
  const { rows } = await sql<{
    id: number
    list_id: number
    entity_id: number
    living: boolean
    email: string | null
    email_state: string | null
  }>`
    delete from lead where (account_id, list_id, id) in (
      select account_id, list_id, id from lead where account_id = ${accountId}
        and concat_ws(e'\n', name, email, phone, website, fields::text) ~* any(${bodies}::text[])
      order by id for update)
    returning id, list_id, entity_id, deleted_at is null as living, email, email_state`.execute(db)
  const ids = rows.map(({ id }) => id)
  const told =
    await sql`delete from history where account_id = ${accountId} and lead_id = any(${ids}::bigint[])`.execute(
      db,
    )
  for (const table of OF_LEADS)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and lead_id = any(${ids}::bigint[])`.execute(
      db,
    )
  // What was paid stays booked on the entity; its key said whom it was for.
  const renamed = await sql`update entity e set entity_key = 'erased:' || id where account_id = ${accountId}
    and (entity_key ~* any(${bodies}::text[]) or (id = any(${rows.map((row) => row.entity_id)}::bigint[])
      and not exists (select from lead l where l.account_id = e.account_id and l.entity_id = e.id)))
    and entity_key not like 'erased:%'`.execute(db)
  return {
    leads: rows,
    history: Number(told.numAffectedRows ?? 0),
    entities: Number(renamed.numAffectedRows ?? 0),
  }
}

const isAbout = (value: unknown, patterns: readonly Pattern[]) =>
  patterns.some(({ js }) => js.test(JSON.stringify(value)))

/** Takes every finding about the person out of what websites said: whole entries, with what they say beside. */
export async function eraseEvidence(db: Db, accountId: number, patterns: readonly Pattern[]): Promise<void> {
  const bodies = patterns.map((pattern) => pattern.sql)
  const { rows } = await sql<{ run_id: number; domain: string; report: Record<string, unknown> }>`
    select run_id, domain, report from website_visit
    where account_id = ${accountId} and report::text ~* any(${bodies}::text[]) for update`.execute(db)
  for (const { run_id, domain, report } of rows) {
    const kept = Object.fromEntries(
      Object.entries(report).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.filter((item) => !isAbout(item, patterns)) : value,
      ]),
    )
    await sql`update website_visit set report = ${JSON.stringify(kept)}::jsonb
      where account_id = ${accountId} and run_id = ${run_id} and domain = ${domain}`.execute(db)
  }
}

/** Removes the person from the rows of a table: of the account, or of what belongs to none. @returns how many rows. */
export async function eraseFrom(
  db: Db,
  table: PersonTable,
  patterns: readonly Pattern[],
  accountId: number | null,
): Promise<number> {
  const found = sql`${scopeOf(table, accountId)} and ${namesPerson(
    table,
    patterns.map((pattern) => pattern.sql),
  )}`
  if (table.name === 'audit_entry') {
    // The chain holds a salted digest of the detail, so it stays whole without it (docs/adr/0017-audit-log.md).
    const done = await sql`update audit_entry set detail = null, salt = null where ${found}`.execute(db)
    return Number(done.numAffectedRows ?? 0)
  }
  if (WHOLE_ROWS.has(table.name)) {
    const done = await sql`delete from ${sql.table(table.name)} where ${found}`.execute(db)
    return Number(done.numAffectedRows ?? 0)
  }
  const sets = table.columns.map(
    (column) => sql`${sql.ref(column.name)} = ${withoutPerson(column, patterns, MARK)}`,
  )
  if (table.name === 'verification_item') sets.push(sql`done = true`)
  const done = await sql`update ${sql.table(table.name)} set ${sql.join(sets)} where ${found}`.execute(db)
  return Number(done.numAffectedRows ?? 0)
}

/** Files of uploads and saved exports: of these accounts, or of all. */
export async function filesOf(db: Db, accountIds: number[] | null) {
  const within = accountIds === null ? sql`true` : sql`account_id = any(${accountIds}::bigint[])`
  const { rows } = await sql<{ kind: 'uploads' | 'exports'; name: string }>`
    select 'uploads' as kind, id as name from upload where ${within}
    union all select 'exports', name from export_file where ${within}`.execute(db)
  return rows
}

export async function forgetFile(db: Db, { kind, name }: { kind: 'uploads' | 'exports'; name: string }) {
  if (kind === 'uploads') await sql`delete from upload where id = ${name}`.execute(db)
  else await sql`delete from export_file where name = ${name}`.execute(db)
}

/** Entries that name the person keep their digest and lose the value. */
export const blankEntries = (db: Db, patterns: readonly Pattern[], accountIds: number[] | null) =>
  sql`update suppression set value = null, note = null
    where ${accountIds === null ? sql`true` : sql`account_id = any(${accountIds}::bigint[])`}
      and concat_ws(e'\n', value, note) ~* any(${patterns.map((pattern) => pattern.sql)}::text[])`.execute(db)

export async function pageOfErasures(
  db: Db,
  accountId: number,
  { page, limit }: { page: number; limit: number },
) {
  const base = db.selectFrom('erasure as e').where('e.account_id', '=', accountId)
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await base
    .leftJoin('app_user as u', 'u.id', 'e.created_by')
    .select(['e.id', 'e.kind', 'e.removed', 'e.created_at', 'u.first_name', 'u.last_name', 'u.email'])
    .orderBy('e.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total: Number(total) }
}
