import type { Context } from '#server/platform/context.ts'
import { closeDeferred, type DeferredCharge, findDeferred, insertDeferred } from './deferred-store.ts'
import { addHeld, spendHeld, takeInBurnOrder } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { emitBalance } from './wallet.ts'
import { chargedEntities, type Delivery, findWallet, insertCharges, move } from './wallet-store.ts'

// Charges that depend on a later check: nothing is held for them, and they are made at most once.

/** Makes due charges. @returns the credits: 0 when paid otherwise in the meantime, or missing. */
async function charge(ctx: Context, due: DeferredCharge): Promise<number> {
  const { account_id: accountId, entity_id: entityId, amount } = due
  const wallet = await findWallet(ctx.db, accountId)
  if (!wallet || wallet.available < amount) return 0
  const payer = { accountId, runId: due.run_id, userId: due.user_id }
  const chargeKind = due.charge_kind
  const fresh = await insertCharges(ctx.db, {
    ...payer,
    chargeKind,
    source: due.source,
    amount,
    entityIds: [entityId],
  })
  if (fresh.size === 0) return 0
  await addHeld(ctx.db, accountId, due.run_id, await takeInBurnOrder(ctx.db, accountId, amount))
  await spendHeld(ctx.db, accountId, due.run_id, amount)
  const line = { ...payer, entityId, leadId: due.lead_id, amount, reason: chargeKind }
  await move(ctx.db, [{ ...line, debit: 'available', credit: 'spent' }])
  await emitBalance(ctx, accountId)
  return amount
}

/** Records what was delivered and may be charged later, without what is already paid. */
export async function deferCharges(
  ctx: Context,
  payer: { accountId: number; runId: number; userId: number | null },
  {
    chargeKind,
    source,
    unitCost,
    deliveries,
  }: { chargeKind: string; source: string; unitCost: number; deliveries: Delivery[] },
): Promise<void> {
  if (unitCost === 0 || deliveries.length === 0) return
  const ids = deliveries.map(({ entityId }) => entityId)
  const paid = await chargedEntities(ctx.db, payer.accountId, chargeKind, ids)
  const open = deliveries.filter(({ entityId }) => !paid.has(entityId))
  await insertDeferred(
    ctx.db,
    open.map(({ entityId, leadId }) => ({
      account_id: payer.accountId,
      entity_id: entityId,
      charge_kind: chargeKind,
      run_id: payer.runId,
      lead_id: leadId,
      user_id: payer.userId,
      amount: unitCost,
      source,
    })),
  )
}

/** The run that is owed for one of these entities; null when none is. */
export async function findDeferredRun(
  ctx: Context,
  accountId: number,
  chargeKind: string,
  entityIds: number[],
): Promise<number | null> {
  if (entityIds.length === 0) return null
  return (await findDeferred(ctx.db, accountId, chargeKind, entityIds))?.run_id ?? null
}

/** Makes or drops deferred charges of these entities. Locks the wallet. @returns credits charged. */
export async function settleDeferred(
  ctx: Context,
  input: {
    accountId: number
    chargeKind: string
    entityIds: number[]
    isDue: boolean
  },
): Promise<number> {
  await lockWallet(ctx.db, input.accountId)
  const open = await closeDeferred(ctx.db, input.accountId, input.chargeKind, input.entityIds)
  let credits = 0
  for (const due of input.isDue ? open : []) credits += await charge(ctx, due)
  return credits
}
