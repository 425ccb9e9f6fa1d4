import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow, insertRows, updateRows } from '#server/platform/db/rows.ts'
import type { Head } from './head-tree.ts'

interface AuditCheckpointTable {
  n: number
  at: Date
  entries: number
  root: Buffer
  previous: Buffer
  key_id: Buffer
  mac: Buffer
  /** When the whole log was checked after it, and what was broken then. */
  verified_at: Generated<Date | null>
  broken: Generated<string | null>
  verified_key_id: Generated<Buffer | null>
  verified_mac: Generated<Buffer | null>
}
interface AuditCheckpointHeadTable {
  account_id: number
  n: number
  seq: number
  hash: Buffer
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    audit_checkpoint: AuditCheckpointTable
    audit_checkpoint_head: AuditCheckpointHeadTable
  }
}
export type CheckpointRow = Selectable<AuditCheckpointTable>

/** One process at a time writes checkpoints. */
export const lockCheckpoints = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('audit checkpoints'))`.execute(db)

/** The newest checkpoint; number 0 until the log was started. */
export const findLastCheckpoint = (db: Db): Promise<CheckpointRow | undefined> =>
  db.selectFrom('audit_checkpoint').selectAll().orderBy('n', 'desc').limit(1).executeTakeFirst()

export const findCheckpoint = (db: Db, n: number): Promise<CheckpointRow | undefined> =>
  findRow(db, 'audit_checkpoint', { n })

/** The newest checkpoint after which the whole log was checked. */
export const findLastVerified = (db: Db) =>
  db
    .selectFrom('audit_checkpoint')
    .select(['n', 'verified_at', 'broken', 'verified_key_id', 'verified_mac'])
    .where('verified_at', 'is not', null)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Records at a checkpoint that the whole log was checked, and what was broken. */
export const setVerified = (
  db: Db,
  n: number,
  result: Pick<CheckpointRow, 'verified_at' | 'broken' | 'verified_key_id' | 'verified_mac'>,
) => updateRows(db, 'audit_checkpoint', { n }, result)

export const removeAdoptionMark = (db: Db) => deleteRows(db, 'audit_checkpoint', { n: 0 })

/** The newest recorded head of every account, including deleted ones. */
export async function findRecordedHeads(db: Db): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select distinct on (account_id) account_id, seq, hash from audit_checkpoint_head
    order by account_id, n desc`.execute(db)
  return rows
}

/** Writes a checkpoint with the heads that moved since the previous one. */
export async function insertCheckpoint(
  db: Db,
  row: Insertable<AuditCheckpointTable>,
  moved: readonly Head[],
): Promise<void> {
  await insertRows(db, 'audit_checkpoint', row)
  await sql`insert into audit_checkpoint_head (account_id, n, seq, hash)
    select account_id, ${row.n}::bigint, seq, hash
    from unnest(${moved.map((head) => head.account_id)}::bigint[], ${moved.map((head) => head.seq)}::bigint[],
      ${moved.map((head) => head.hash)}::bytea[]) as moved (account_id, seq, hash)`.execute(db)
}

/** Checkpoints after number `n`, oldest first. */
export const checkpointsAfter = (db: Db, n: number, limit: number): Promise<CheckpointRow[]> =>
  db.selectFrom('audit_checkpoint').selectAll().where('n', '>', n).orderBy('n').limit(limit).execute()

/** Heads recorded by the checkpoints from `first` to `last`, oldest first. */
export const headsOfCheckpoints = (db: Db, first: number, last: number) =>
  db
    .selectFrom('audit_checkpoint_head')
    .selectAll()
    .where('n', '>=', first)
    .where('n', '<=', last)
    .orderBy('n')
    .orderBy('account_id')
    .execute()

/** Every recorded head of an account, oldest first. */
export const listRecordedHeads = (db: Db, accountId: number): Promise<Head[]> =>
  db
    .selectFrom('audit_checkpoint_head')
    .select(['account_id', 'seq', 'hash'])
    .where('account_id', '=', accountId)
    .orderBy('seq')
    .orderBy('n')
    .execute()
