import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockAccountOpen } from './lock-account.ts'

/**
 * Nothing starts in a closed account; with `inGrace`, only what may start until it is deleted. The account is
 * locked until the transaction ends, so that it cannot be closed or deleted before the started work is visible
 * to be ended. In a locked account only full exports start, in a read-only one
 * all exports (`isExport`).
 * @throws AppError account_closed, account_read_only, account_locked.
 */
export async function requireOpenAccount(
  db: Db,
  accountId: number,
  { inGrace = false, isExport = false } = {},
): Promise<void> {
  await lockAccountOpen(db, accountId, 'shared')
  const account = await findRow(db, 'account', { id: accountId }, ['closed_at', 'deleted_at', 'access'])
  if (inGrace ? account?.deleted_at : account?.closed_at)
    throw new AppError('account_closed', 'This account is closed')
  if (inGrace || account?.access === 'full') return
  if (account?.access === 'read_only' && isExport) return
  if (account?.access === 'read_only') throw new AppError('account_read_only', 'This account is read-only')
  throw new AppError('account_locked', 'This account is locked')
}
