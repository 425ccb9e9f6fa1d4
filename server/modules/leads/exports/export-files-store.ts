import { type Generated, type Selectable, sql } from 'kysely'
import { EXPORT_FILE_HOURS, EXPORT_FILES_MAX } from '#contract/core/constants.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, insertRows, updateRows } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface ExportFileTable {
  account_id: number
  run_id: number
  name: string
  filename: string
  bytes: number | null
  created_at: Generated<Date>
  expires_at: Date
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    export_file: ExportFileTable
    export_file_info: ReadOnly<
      ExportFileTable,
      'account_id' | 'run_id' | 'bytes' | 'created_at' | 'expires_at'
    >
  }
}
export type ExportFileRow = Selectable<ExportFileTable>

const ofRun = (db: Db, accountId: number, runId: number) =>
  db.selectFrom('export_file').selectAll().where('account_id', '=', accountId).where('run_id', '=', runId)

/** A run's complete file, while it is stored. */
export const findExportFile = (
  db: Db,
  accountId: number,
  runId: number,
): Promise<ExportFileRow | undefined> =>
  ofRun(db, accountId, runId)
    .where('bytes', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

export const insertExportFile = (
  db: Db,
  file: { accountId: number; runId: number; name: string; filename: string },
) =>
  insertRows(db, 'export_file', {
    account_id: file.accountId,
    run_id: file.runId,
    name: file.name,
    filename: file.filename,
    bytes: null,
    expires_at: sql<Date>`now() + make_interval(hours => ${EXPORT_FILE_HOURS})`,
  })

/** Marks a file as complete, which starts its retention. */
export const finishExportFile = (db: Db, accountId: number, runId: number, bytes: number) =>
  updateRows(
    db,
    'export_file',
    { account_id: accountId, run_id: runId },
    { bytes, expires_at: sql<Date>`now() + make_interval(hours => ${EXPORT_FILE_HOURS})` },
  )

export const removeExportFile = (db: Db, accountId: number, runId: number) =>
  deleteRows(db, 'export_file', { account_id: accountId, run_id: runId })

/** Deletes an account's oldest files beyond its limit; returns their names. */
export async function deleteSurplus(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('export_file')
    .where('account_id', '=', accountId)
    .where('run_id', 'in', (eb) =>
      eb
        .selectFrom('export_file')
        .select('run_id')
        .where('account_id', '=', accountId)
        .where('bytes', 'is not', null)
        .orderBy('run_id', 'desc')
        .offset(EXPORT_FILES_MAX),
    )
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}

type ListKeys = { accountId: number; listId: number }[]

/** Files of these lists, and complete exports of their accounts. */
const filesOfLists = (lists: ListKeys) => sql`(f.account_id, f.run_id) in (
  select r.account_id, r.id from run_info r
  join jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as n("accountId" bigint, "listId" bigint)
    on r.account_id = n."accountId"
    and ((r.kind = 'export' and r.list_id = n."listId") or r.kind = 'account_export'))`

export async function countFilesOfLists(db: Db, lists: ListKeys): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(*) as files from export_file f where f.bytes is not null and ${filesOfLists(lists)}`.execute(
    db,
  )
  return Number(rows[0]?.files ?? 0)
}

/** Deletes every file record of these lists; returns their names. */
export async function deleteFilesOfLists(db: Db, lists: ListKeys): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    delete from export_file f where ${filesOfLists(lists)} returning f.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Expired files, and those of permanently deleted lists. */
export const findExpiredFiles = (db: Db) =>
  db
    .selectFrom('export_file as f')
    .select(['f.account_id', 'f.run_id', 'f.name'])
    .where((eb) =>
      eb.or([
        eb('f.expires_at', '<', sql<Date>`now()`),
        eb.exists(
          eb
            .selectFrom('run_info as r')
            .select('r.id')
            .whereRef('r.account_id', '=', 'f.account_id')
            .whereRef('r.id', '=', 'f.run_id')
            .where('r.kind', '=', 'export')
            .where('r.list_id', 'is', null),
        ),
      ]),
    )
    .execute()

/** Storage names of files of an account, or of one of its runs, complete or not. */
export async function exportFileNames(db: Db, accountId: number, runId?: number): Promise<string[]> {
  let query = db.selectFrom('export_file').select('name').where('account_id', '=', accountId)
  if (runId !== undefined) query = query.where('run_id', '=', runId)
  return (await query.execute()).map(({ name }) => name)
}

/**
 * Storage names of exports after `after`, in byte order.
 * @param accountIds null: all files, including those without an account
 */
export async function exportFilesAfter(
  db: Db,
  accountIds: number[] | null,
  after: string,
): Promise<string[]> {
  const within = accountIds ? sql`account_id = any(${accountIds}::bigint[])` : sql`true`
  const { rows } = await sql<{ name: string }>`select name as name from export_file
    where ${within} and name collate "C" > ${after} order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

/** Deletes a file's record by its storage name, for any owner. */
export async function forgetExportFile(db: Db, name: string): Promise<void> {
  await sql`delete from export_file where name = ${name}`.execute(db)
}
