import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface RunItemTable {
  account_id: number
  run_id: number
  item_key: string
  state: string
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    run_item: RunItemTable
  }
}

/** Marks items as handled; returns the new keys. An existing key was handled before a crash. */
export async function insertItems(
  db: Db,
  accountId: number,
  runId: number,
  { keys, state }: { keys: string[]; state: string },
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .insertInto('run_item')
    .values(keys.map((key) => ({ account_id: accountId, run_id: runId, item_key: key, state })))
    .onConflict((oc) => oc.doNothing())
    .returning('item_key')
    .execute()
  return new Set(rows.map((row) => row.item_key))
}

/** Those of these items that the run has handled. */
export async function findItems(
  db: Db,
  accountId: number,
  runId: number,
  keys: string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('run_item')
    .select('item_key')
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('item_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.item_key))
}
