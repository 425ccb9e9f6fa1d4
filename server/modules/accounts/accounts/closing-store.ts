import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { updateRows } from '#server/platform/db/rows.ts'
import { lockAccountOpen } from './lock-account.ts'

/** Closes an account, or reopens it with nulls. */
export async function setClosed(
  db: Db,
  accountId: number,
  set: { closed_at: Date | null; closed_by: number | null; delete_at: Date | null },
): Promise<void> {
  await lockAccountOpen(db, accountId, 'alone')
  await updateRows(db, 'account', { id: accountId }, { ...set, deletion_warned_at: null })
}

export async function setAccess(
  db: Db,
  accountId: number,
  access: 'full' | 'read_only' | 'locked',
): Promise<void> {
  await lockAccountOpen(db, accountId, 'alone')
  await updateRows(db, 'account', { id: accountId }, { access })
}

/**
 * Records that the owners are warned.
 * @returns when the account is deleted; null when someone else has just warned them or the account is open
 *   again.
 */
export async function setWarned(db: Db, accountId: number, now: Date): Promise<Date | null> {
  const row = await db
    .updateTable('account')
    .set({ deletion_warned_at: now })
    .where('id', '=', accountId)
    .where('delete_at', 'is not', null)
    .where('deletion_warned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('delete_at')
    .executeTakeFirst()
  return row?.delete_at ?? null
}

/** Removes the names of a deleted account and its realm, which stay for the books. */
export async function blankAccount(db: Db, accountId: number): Promise<void> {
  const name = 'Deleted account'
  await lockAccountOpen(db, accountId, 'alone')
  await updateRows(db, 'realm', { owner_account_id: accountId }, { name, owner_account_id: null })
  await updateRows(db, 'account', { id: accountId }, { name, modules: [], deleted_at: sql<Date>`now()` })
}
