import type { Context } from '#server/platform/context.ts'
import { findCurrent, insertCurrent } from './subscriptions-store.ts'

interface OnVersion {
  accountId: number
  planVersionId: number
}

/** Puts an account on a version without periods. Ends the previous subscription. */
export async function insertUnbilled(ctx: Context, { accountId, planVersionId }: OnVersion): Promise<void> {
  const now = ctx.clock.now()
  const last = await findCurrent(ctx.db, accountId)
  const row = { account_id: accountId, plan_version_id: planVersionId, started_at: now }
  // The reason that blocked the account may have ended.
  await insertCurrent(ctx.db, { ...row, ...(last && { access_check_at: now }) }, now)
}
