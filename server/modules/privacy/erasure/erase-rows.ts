import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { eraseAuditDetails } from '#server/modules/core/audit/index.ts'
import {
  type ErasedLead,
  eraseEntitiesWhere,
  eraseEntitiesWithoutLeads,
  eraseLeadsWhere,
} from '#server/modules/leads/leads/index.ts'
import { forgetAnswers } from '#server/modules/prospecting/waterfalls/index.ts'
import { eraseEvidence } from '#server/modules/sources/websites/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { RowKey } from './find-person.ts'
import type { Pattern } from './person-patterns.ts'
import { namesPerson, type PersonTable, withoutPerson } from './person-tables.ts'
import { rowsAt } from './scan-rows.ts'

/** Tables with rows about one person only, which are deleted completely. */
const WHOLE_ROWS = new Set([
  'email_verification',
  'found_email',
  'bounce',
  'mail_message',
  'submission',
  'corpus_person',
  'entity_alias',
])
/** Lead columns that identify its person; a lead naming the person elsewhere stays and loses the value. */
const LEAD_NAMES = ['name', 'email', 'phone', 'website', 'fields']
/** Rows of an erased lead that stay without its values: bookkeeping, and source figures. */
const KEPT_WITHOUT_LEAD = new Set(['ledger', 'lookup'])

/** Table names in the report. */
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
  submission: 'submissions',
  import_delivery: 'import_deliveries',
  mail_message: 'mails',
  corpus_person: 'corpus_people',
  lead_view: 'views',
  list: 'list_searches',
  audit_entry: 'audit_details',
  suppression: 'suppression_entries',
  ai_text: 'ai_texts',
  lookup: 'lookups',
}
const findPlace = (table: string): string => PLACES[table] ?? table

export type Removed = Record<string, number>

export const add = (removed: Removed, table: string, count: number | bigint | undefined): void => {
  const place = findPlace(table)
  if (count) removed[place] = (removed[place] ?? 0) + Number(count)
}

/** Rows of one table and account that name the person; `accountId` is null where they belong to none. */
export interface Target {
  table: PersonTable
  accountId: number | null
  keys: readonly RowKey[]
}

const these = ({ table, accountId, keys }: Target, patterns: readonly Pattern[], columns?: string[]) => {
  const own = table.isPerAccount
    ? accountId === null
      ? sql`account_id is null`
      : sql`account_id = ${accountId}`
    : sql`true`
  const names = namesPerson(columns ?? table.columns.map(({ name }) => name), patterns)
  return sql<boolean>`${own} and ${rowsAt(table, keys)} and ${names}`
}

/** Deletes everything belonging to leads, because it names the person in ways no pattern finds. */
async function eraseOfLeads(
  db: Db,
  tables: readonly PersonTable[],
  accountId: number,
  ids: number[],
  removed: Removed,
): Promise<void> {
  const own = sql`account_id = ${accountId} and lead_id = any(${ids}::bigint[])`
  for (const { name } of tables.filter(({ hasLead }) => hasLead)) {
    if (KEPT_WITHOUT_LEAD.has(name)) continue
    const done = await sql`delete from ${sql.table(name)} where ${own}`.execute(db)
    add(removed, name, done.numAffectedRows)
  }
  add(removed, 'lookup', await forgetAnswers(db, accountId, ids))
}

/** Deletes the person's leads, with everything that belongs to them. */
export async function eraseLeads(
  db: Db,
  tables: readonly PersonTable[],
  {
    target,
    patterns,
    removed,
  }: { target: Target & { accountId: number }; patterns: readonly Pattern[]; removed: Removed },
): Promise<ErasedLead[]> {
  const { accountId } = target
  const leads = await eraseLeadsWhere(db, accountId, these(target, patterns, LEAD_NAMES))
  if (leads.length === 0) return []
  add(removed, 'lead', leads.length)
  await eraseOfLeads(
    db,
    tables,
    accountId,
    leads.map(({ id }) => id),
    removed,
  )
  const entities = leads.map(({ entity_id }) => entity_id)
  add(removed, 'entity', await eraseEntitiesWithoutLeads(db, accountId, entities))
  return leads
}

const isAbout = (value: unknown, patterns: readonly Pattern[]) =>
  patterns.some(({ js }) => js.test(JSON.stringify(value)))

/** Removes the person from a table's rows. Leads are deleted by `eraseLeads` before. */
export async function eraseRows(
  db: Db,
  target: Target,
  patterns: readonly Pattern[],
  removed: Removed,
): Promise<void> {
  const { accountId, table } = target
  const { name, columns } = table
  const found = these(target, patterns)
  if (name === 'entity' && accountId !== null) {
    return add(removed, name, await eraseEntitiesWhere(db, accountId, found))
  }
  if (name === 'audit_entry') {
    return add(removed, name, await eraseAuditDetails(db, { accountId, where: found }))
  }
  if (WHOLE_ROWS.has(name)) {
    const done = await sql`delete from ${sql.table(name)} where ${found}`.execute(db)
    return add(removed, name, done.numAffectedRows)
  }
  if (name === 'website_visit') {
    add(removed, name, target.keys.length)
    await eraseEvidence(db, accountId, found, (entry) => isAbout(entry, patterns))
  }
  const nonce = randomUUID()
  const sets = columns.map(
    (column) => sql`${sql.ref(column.name)} = ${withoutPerson(column, patterns, nonce)}`,
  )
  if (name === 'verification_item') sets.push(sql`done = true`)
  const done = await sql`update ${sql.table(name)} set ${sql.join(sets)} where ${found}`.execute(db)
  if (name !== 'website_visit') add(removed, name, done.numAffectedRows)
}
