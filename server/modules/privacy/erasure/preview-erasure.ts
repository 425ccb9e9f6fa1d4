import { sql } from 'kysely'
import { matchingLeads } from '#server/modules/privacy/suppression/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { add, type Removed } from './erase-rows.ts'
import { type ErasureScope, leadsByIndex } from './find-person.ts'
import type { PersonValue } from './person-values.ts'

/** Tables indexed by email, with the column. */
const BY_EMAIL = [
  ['email_verification', 'address'],
  ['found_email', 'address'],
  ['bounce', 'address'],
] as const

/** Maximum leads counted for one value. */
const MOST_LEADS = 10_000

/** Removals known without a full search: leads, and email records. */
export async function countRemoved(
  db: Db,
  scope: ErasureScope,
  values: readonly PersonValue[],
): Promise<Removed> {
  const removed: Removed = {}
  const { accountIds } = scope
  // The index finds leads that are already hidden, the other query those with a profile.
  const leads = [
    ...(await leadsByIndex(db, scope, values, MOST_LEADS)),
    ...(await matchingLeads(db, accountIds, values)),
  ]
  add(removed, 'lead', new Set(leads.map(({ id }) => id)).size)
  const emails = values.filter(({ kind }) => kind === 'email').map(({ value }) => value)
  for (const [table, column] of BY_EMAIL) {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}
      where account_id = any(${accountIds}::bigint[]) and ${sql.ref(column)} = any(${emails}::text[])`.execute(
      db,
    )
    add(removed, table, rows[0]?.rows)
  }
  return removed
}
