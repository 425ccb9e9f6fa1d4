import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import './training-tables.ts'

interface NewFile {
  id: string
  account_id: number | null
  name: string
  content_type: string
  bytes: Buffer
}

export const insertFile = (db: Db, file: NewFile) =>
  db
    .insertInto('training_file')
    .values(file)
    .onConflict((oc) => oc.column('id').doNothing())
    .execute()

/** A file by its unguessable name. */
export const findTrainingFile = (db: Db, id: string) =>
  findRow(db, 'training_file', { id }, ['name', 'content_type', 'bytes'])

export const hasFile = async (db: Db, id: string): Promise<boolean> =>
  (await findRow(db, 'training_file', { id }, ['id'])) !== undefined

export async function countFiles(db: Db, accountId: number): Promise<number> {
  const { n } = await db
    .selectFrom('training_file')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}
