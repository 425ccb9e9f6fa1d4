import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface ExportedLeadTable {
  account_id: number
  list_id: number
  user_id: number
  entity_id: number
  run_id: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    exported_lead: ExportedLeadTable
    exported_lead_info: ReadOnly<ExportedLeadTable, 'account_id' | 'entity_id'>
  }
}

/** Rows per insert. */
const BATCH = 20_000

/** Records the leads in a list's file downloaded by a person. In order, so that two exports never deadlock. */
export async function insertExported(
  db: Db,
  of: { accountId: number; listId: number; userId: number; runId: number },
  entityIds: readonly number[],
): Promise<void> {
  const ordered = [...entityIds].sort((a, b) => a - b)
  for (let start = 0; start < ordered.length; start += BATCH) {
    const ids = ordered.slice(start, start + BATCH)
    await sql`insert into exported_lead (account_id, list_id, user_id, entity_id, run_id)
      select ${of.accountId}, ${of.listId}, ${of.userId}, id, ${of.runId} from unnest(${ids}::bigint[]) as id
      on conflict do nothing`.execute(db)
  }
}

/** The condition that no file of this list downloaded by a person contained the lead. */
export const neverExported = (accountId: number, listId: number, userId: number) =>
  sql<SqlBool>`not exists (select from exported_lead as x where x.account_id = ${accountId} and x.list_id = ${listId}
    and x.user_id = ${userId} and x.entity_id = lead.entity_id)`

/** Which of these entities anyone of the account has downloaded, also from deleted lists. */
export async function exportedEntities(db: Db, accountId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('exported_lead')
    .select('entity_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('entity_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Set(rows.map(({ entity_id }) => entity_id))
}

/** Makes exports of these entities count for another one, within one list. */
export const carryExports = (
  db: Db,
  { accountId, listId, from, to }: { accountId: number; listId: number; from: number[]; to: number },
) =>
  sql`insert into exported_lead (account_id, list_id, user_id, entity_id, run_id)
    select account_id, list_id, user_id, ${to}, run_id from exported_lead
    where account_id = ${accountId} and list_id = ${listId} and entity_id = any(${from}::bigint[])
    on conflict do nothing`.execute(db)
