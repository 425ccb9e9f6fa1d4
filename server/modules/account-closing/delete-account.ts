import { sql } from 'kysely'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import { DELETED_TABLES } from './account-tables.ts'

/** Files that belong to an account: uploads, and exports that are still kept. */
async function filesOf(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select id::text as name from upload where account_id = ${accountId}
    union all select name from export_file where account_id = ${accountId}`.execute(db)
  return rows.map(({ name }) => name)
}

/** What is left of an account: the books, in which nobody is named. */
async function keepBooks(db: Db, accountId: number): Promise<void> {
  await sql`update ledger set reason = 'Account deleted', run_id = null, lead_id = null, entity_id = null, user_id = null
    where account_id = ${accountId}`.execute(db)
  await sql`update corpus_area set account_id = null, user_id = null where account_id = ${accountId}`.execute(
    db,
  )
  await sql`update training_topic set owner_account_id = null, is_active = false where owner_account_id = ${accountId}`.execute(
    db,
  )
  await sql`update realm set name = 'Deleted account', owner_account_id = null where owner_account_id = ${accountId}`.execute(
    db,
  )
  await sql`update account set name = 'Deleted account', modules = '{}', deleted_at = now() where id = ${accountId}`.execute(
    db,
  )
}

/** Sessions in which people of the account acted as others end with them. */
const endActing = (db: Db, accountId: number) =>
  sql`delete from session where actor_user_id in (select id from app_user where account_id = ${accountId})`.execute(
    db,
  )

/**
 * Deletes what an account holds, for ever: rows and files. The books stay without names. Nothing happens where the
 * account was reopened meanwhile. @returns whether it was deleted.
 */
export async function deleteAccount(
  { db, storage }: { db: Db; storage: Pick<Storage, 'remove'> },
  accountId: number,
  now: Date,
): Promise<boolean> {
  const files = await transaction(db, async () => {
    const { rows } = await sql`select 1 from account
      where id = ${accountId} and delete_at <= ${now} and deleted_at is null for update`.execute(db)
    if (rows.length === 0) return null
    const names = await filesOf(db, accountId)
    // Bytes go first: should that fail, the rows still know of them, and the next night tries again.
    for (const name of names) await storage.remove(name)
    await endActing(db, accountId)
    for (const table of DELETED_TABLES)
      await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
    await keepBooks(db, accountId)
    return names
  })
  return files !== null
}
