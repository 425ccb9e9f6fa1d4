import type { CreditPack } from '#contract/accounts/credits.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findSeller } from './billing-store.ts'
import { findRecharge, packsOf, savePacks as replacePacks, saveRecharge } from './packs-store.ts'
import { packCheckoutUrl } from './signals.ts'

interface Recharge {
  enabled: boolean
  threshold: number
  credits: number
  monthly_ceiling: number
}

// Top-up packs, and the automatic recharge rule.

export const listOwnPacks = (ctx: Context, { accountId }: Actor) => packsOf(ctx.db, accountId)

/** The packs of the account above; none for the root. */
export async function listOfferedPacks(
  ctx: Context,
  { accountId }: Actor,
): Promise<(CreditPack & { checkout_url: string | null })[]> {
  const seller = await findSeller(ctx.db, accountId)
  if (!seller) return []
  const packs = await packsOf(ctx.db, seller.id)
  return Promise.all(
    packs.map(async (pack) => ({
      ...pack,
      checkout_url: await packCheckoutUrl.ask(ctx, { sellerId: seller.id, packId: pack.id }),
    })),
  )
}

export const savePacks = (ctx: Context, { accountId }: Actor, packs: Omit<CreditPack, 'id'>[]) =>
  transaction(ctx.db, async () => {
    await replacePacks(ctx.db, accountId, packs)
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail: { packs: packs.length } })
    return packsOf(ctx.db, accountId)
  })

export const showRecharge = async (ctx: Context, { accountId }: Actor): Promise<Recharge | null> =>
  (await findRecharge(ctx.db, accountId)) ?? null

export const setRecharge = (ctx: Context, { accountId }: Actor, rule: Recharge) =>
  transaction(ctx.db, async () => {
    await saveRecharge(ctx.db, { account_id: accountId, ...rule })
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail: { ...rule } })
    return rule
  })
