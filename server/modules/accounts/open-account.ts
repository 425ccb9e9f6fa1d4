import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'

/** Nothing begins in a closed account. @throws AppError account_closed. */
export async function requireOpenAccount(db: Db, accountId: number): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select('closed_at')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account?.closed_at) throw new AppError('account_closed', 'This account is closed')
}
