import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { startSubscription } from './cycles.ts'
import { emitChanges } from './emit-changes.ts'
import { findVersion } from './plan-of-subscription.ts'
import { consumeFreePackage } from './trials.ts'

/**
 * Starts the free package that a newcomer chose on its page: its credits are an allowance, as those of a paid one,
 * and come again with each period. Joins the current transaction.
 * @throws AppError conflict for a mailbox that has had a free package of this seller.
 */
export async function startFreePackage(
  ctx: Context,
  newcomer: { accountId: number; email: string; parentId: number; planVersionId: number },
): Promise<void> {
  const { accountId, email, parentId: sellerId, planVersionId } = newcomer
  const now = ctx.clock.now()
  if (!(await consumeFreePackage(ctx.db, sellerId, email, now)))
    throw conflict('You have had a free package with this email. Choose another package')
  await startSubscription(ctx, accountId, await findVersion(ctx.db, planVersionId), { trialDays: 0, now })
  await emitChanges(ctx, accountId, null)
}
