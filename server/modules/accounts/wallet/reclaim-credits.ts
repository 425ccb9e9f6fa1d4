import type { Context } from '#server/platform/context.ts'
import { afterCommit } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Cause } from './give-credits.ts'
import { splitOver, usableGrants } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { returnOrLose } from './return-credits.ts'
import { creditsSold } from './signals.ts'
import { deliverSentTransfers } from './transfers.ts'
import { emitBalance } from './wallet.ts'

/**
 * Takes credits back: manual gifts first, else in reverse burn order. They return to the grants they came from
 * while those are valid.
 * @throws AppError conflict when there are fewer.
 */
export async function takeBackCredits(
  ctx: Context,
  { accountId, amount, reason, userId }: Cause & { accountId: number; amount: number },
): Promise<void> {
  await lockWallet(ctx.db, accountId)
  const grants = (await usableGrants(ctx.db, accountId)).toReversed()
  const rank = (grant: { source_kind: string }) => (grant.source_kind === 'given' ? 0 : 1)
  const byTurn = grants.toSorted((a, b) => rank(a) - rank(b))
  const pieces = splitOver(byTurn, amount)
  if (!pieces) {
    const available = grants.reduce((sum, grant) => sum + grant.remaining, 0)
    throw conflict(
      `Only ${available} credits are available in this account. Take back ${available} or fewer`,
      { details: { available } },
    )
  }
  const byId = new Map(grants.map((grant) => [grant.id, grant]))
  const taken = pieces.flatMap(({ grantId, amount }) => {
    const grant = byId.get(grantId)
    return grant ? [{ ...grant, amount }] : []
  })
  await returnOrLose(ctx.db, { accountId, taken, book: 'taken_back', reason, userId })
  // Issued credits return to nobody; the others report it when they arrive.
  for (const { sales, amount: part, ...grant } of taken)
    if (grant.parent_account_id === null && sales[0])
      await creditsSold.emit(ctx, {
        accountId,
        sale: sales[0],
        amount: -part,
        providerCost: grant.provider_cost,
        sourceKind: grant.source_kind,
      })
  await emitBalance(ctx, accountId)
  afterCommit(ctx.db, () => deliverSentTransfers(ctx, accountId).catch(() => {}))
}
