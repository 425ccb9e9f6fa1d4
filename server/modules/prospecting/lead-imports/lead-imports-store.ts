import { createHash } from 'node:crypto'
import { type Generated, sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readRows } from '#server/platform/db/read-batches.ts'
import { findRow } from '#server/platform/db/rows.ts'

interface ImportMappingTable {
  account_id: number
  list_type: ListTypeId
  header_digest: string
  mapping: ImportMapping
  used_at: Generated<Date>
}
interface ImportRejectedTable {
  account_id: number
  run_id: number
  line: number
  reason: string
  cells: string[]
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    import_mapping: ImportMappingTable
    import_rejected: ImportRejectedTable
  }
}

/** The identity of a file's set of columns. */
const hashColumns = (columns: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(columns)).digest('hex')

/** The account's last mapping for these columns; null without one. */
export async function findMapping(
  db: Db,
  accountId: number,
  type: ListTypeId,
  columns: readonly string[],
): Promise<ImportMapping | null> {
  const row = await findRow(
    db,
    'import_mapping',
    { account_id: accountId, list_type: type, header_digest: hashColumns(columns) },
    ['mapping'],
  )
  return row?.mapping ?? null
}

export const storeMapping = (
  db: Db,
  accountId: number,
  { type, columns, mapping }: { type: ListTypeId; columns: readonly string[]; mapping: ImportMapping },
) =>
  db
    .insertInto('import_mapping')
    .values({
      account_id: accountId,
      list_type: type,
      header_digest: hashColumns(columns),
      mapping: asJson(mapping),
    })
    .onConflict((oc) =>
      oc.columns(['account_id', 'list_type', 'header_digest']).doUpdateSet((eb) => ({
        mapping: eb.ref('excluded.mapping'),
        used_at: eb.ref('excluded.used_at'),
      })),
    )
    .execute()

export interface RejectedRow {
  line: number
  reason: string
  cells: readonly string[]
}

/** Reasons for rejected rows that a result names. */
const SHOWN_REASONS = 10

/** Stored characters of a rejected cell. */
const MAX_KEPT = 2000

export async function insertRejectedRows(
  db: Db,
  accountId: number,
  runId: number,
  rows: readonly RejectedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const rejected = rows.map(({ line, reason, cells }) => ({
    line,
    reason: reason.slice(0, 1000).toWellFormed(),
    // PostgreSQL stores no NUL.
    cells: cells.map((cell) => cell.slice(0, MAX_KEPT).replaceAll('\u0000', '').toWellFormed()),
  }))
  await sql`insert into import_rejected (account_id, run_id, line, reason, cells)
    select ${accountId}, ${runId}, r.line, r.reason, r.cells
    from jsonb_to_recordset(${JSON.stringify(rejected)}::jsonb) as r(line bigint, reason text, cells jsonb)
    on conflict do nothing`.execute(db)
}

export const streamRejectedRows = (db: Db, accountId: number, runId: number) =>
  readRows(
    db,
    db
      .selectFrom('import_rejected')
      .select(['line', 'reason', 'cells'])
      .where('account_id', '=', accountId)
      .where('run_id', '=', runId)
      .orderBy('line'),
  )

/** Why rows of an import were rejected: the most frequent reasons. */
export const findReasons = (db: Db, accountId: number, runId: number) =>
  db
    .selectFrom('import_rejected')
    .select(['reason', sql<number>`count(*)::int`.as('rows')])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .groupBy('reason')
    .orderBy('rows', 'desc')
    .orderBy('reason')
    .limit(SHOWN_REASONS)
    .execute()

/** The history entry that undoes an import, if it has changed anything. */
export const findUndo = (db: Db, accountId: number, runId: number) =>
  db
    .selectFrom('history_info as h')
    .select(['h.id', 'h.undone_at'])
    .where('h.account_id', '=', accountId)
    .where('h.run_id', '=', runId)
    .where('h.event', '=', 'run.lead_import')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('lead_change_info as c')
          .select('c.lead_id')
          .whereRef('c.account_id', '=', 'h.account_id')
          .whereRef('c.history_id', '=', 'h.id'),
      ),
    )
    .executeTakeFirst()
