import type { CreditPack } from '#contract/accounts/credits.ts'
import { findSeller, findShortfall, packProblem } from '#server/modules/accounts/plans/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findSeller as findSellerOf } from './billing-store.ts'
import { findRecharge, listPacks, savePacks as replacePacks, saveRecharge } from './packs-store.ts'
import { packCheckoutUrl } from './signals.ts'

interface Recharge {
  enabled: boolean
  threshold: number
  credits: number
  monthly_ceiling: number
}

// Top-up packs, and the automatic recharge rule.

/** The account's own packs, each with why it can't be sold. */
export async function listOwnPacks(ctx: Context, { accountId }: Actor) {
  const seller = await findSeller(ctx.db, accountId)
  const packs = await listPacks(ctx.db, accountId)
  return packs.map((pack) => ({ ...pack, problem: packProblem(seller, pack) }))
}

/** Packs of a seller whose prices cover its costs. */
export async function sellablePacks(ctx: Context, sellerId: number): Promise<CreditPack[]> {
  const seller = await findSeller(ctx.db, sellerId)
  return (await listPacks(ctx.db, sellerId)).filter((pack) => packProblem(seller, pack) === null)
}

/** The packs of the account above; none for the root. */
export async function listOfferedPacks(
  ctx: Context,
  { accountId }: Actor,
): Promise<(CreditPack & { checkout_url: string | null; sold_out: boolean })[]> {
  const seller = await findSellerOf(ctx.db, accountId)
  if (!seller) return []
  return Promise.all(
    (await sellablePacks(ctx, seller.id)).map(async (pack) => {
      const sold_out = (await findShortfall(ctx, seller.id, pack.credits)) !== null
      const url = sold_out ? null : await packCheckoutUrl.ask(ctx, { sellerId: seller.id, packId: pack.id })
      return { ...pack, checkout_url: url, sold_out }
    }),
  )
}

/** @throws AppError validation_failed for a price below what the account pays for the credits. */
export const savePacks = (ctx: Context, { accountId }: Actor, packs: Omit<CreditPack, 'id'>[]) =>
  transaction(ctx.db, async () => {
    const seller = await findSeller(ctx.db, accountId)
    for (const [at, pack] of packs.entries()) {
      const problem = packProblem(seller, pack)
      if (problem) throw invalidField(`packs.${at}.price`, problem)
    }
    await replacePacks(ctx.db, accountId, packs)
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail: { packs: packs.length } })
    return listPacks(ctx.db, accountId)
  })

export const showRecharge = async (ctx: Context, { accountId }: Actor): Promise<Recharge | null> =>
  (await findRecharge(ctx.db, accountId)) ?? null

export const setRecharge = (ctx: Context, { accountId }: Actor, rule: Recharge) =>
  transaction(ctx.db, async () => {
    await saveRecharge(ctx.db, { account_id: accountId, ...rule })
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail: { ...rule } })
    return rule
  })
