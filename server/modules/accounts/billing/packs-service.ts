import type { CreditPack } from '#contract/accounts/credits.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findSeller } from './billing-store.ts'
import { findRecharge, packsOf, savePacks, saveRecharge } from './packs-store.ts'

interface Recharge {
  enabled: boolean
  threshold: number
  credits: number
  monthly_ceiling: number
}

/** Top-up packs, and the automatic recharge rule. */
export const createPacksService = ({
  db,
  checkoutUrlOf,
}: {
  db: Db
  /** Where a seller's pack is paid for externally; null: nowhere. */
  checkoutUrlOf(sellerId: number, packId: number): Promise<string | null>
}) => ({
  own: ({ accountId }: Actor) => packsOf(db, accountId),

  /** The packs of the account above; none for the root. */
  async offered({ accountId }: Actor): Promise<(CreditPack & { checkout_url: string | null })[]> {
    const seller = await findSeller(db, accountId)
    if (!seller) return []
    const packs = await packsOf(db, seller.id)
    return Promise.all(
      packs.map(async (pack) => ({ ...pack, checkout_url: await checkoutUrlOf(seller.id, pack.id) })),
    )
  },

  save: ({ accountId }: Actor, packs: Omit<CreditPack, 'id'>[]) =>
    transaction(db, async () => {
      await savePacks(db, accountId, packs)
      recordAudit(db, { accountId, subject: `account:${accountId}`, detail: { packs: packs.length } })
      return packsOf(db, accountId)
    }),

  recharge: async ({ accountId }: Actor): Promise<Recharge | null> =>
    (await findRecharge(db, accountId)) ?? null,

  setRecharge: ({ accountId }: Actor, rule: Recharge) =>
    transaction(db, async () => {
      await saveRecharge(db, { account_id: accountId, ...rule })
      recordAudit(db, { accountId, subject: `account:${accountId}`, detail: { ...rule } })
      return rule
    }),
})

export type PacksService = ReturnType<typeof createPacksService>
