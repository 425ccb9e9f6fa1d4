import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { upsertSource } from '../corpus-store.ts'
import { hasOpenRun } from './area-store.ts'

/**
 * A source by name, created if missing, and locked until the transaction ends.
 * @throws AppError conflict while it is being fetched or removed.
 */
export async function targetSource(db: Db, name: string, licence: string): Promise<number> {
  const id = await upsertSource(db, name, licence)
  if (await hasOpenRun(db, id, ['corpus_fetch', 'corpus_remove']))
    throw conflict(`${name} is being fetched or removed. Wait until that is done.`)
  return id
}
