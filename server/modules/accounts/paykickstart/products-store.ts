import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'

export const findProduct = (
  db: Db,
  accountId: number,
  { campaignId, productId }: { campaignId: string; productId: string },
) =>
  findRow(db, 'payment_kick_product', {
    account_id: accountId,
    campaign_id: campaignId,
    product_id: productId,
  })

/** Where a package or a top-up pack of an account is bought at PayKickstart; null where it is not. */
export async function findCheckoutUrl(
  db: Db,
  accountId: number,
  offer: { planId: number } | { packId: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('payment_kick_product')
    .select('checkout_url')
    .where('account_id', '=', accountId)
    .where('checkout_url', 'is not', null)
    .where((eb) => ('planId' in offer ? eb('plan_id', '=', offer.planId) : eb('pack_id', '=', offer.packId)))
    .orderBy('campaign_id')
    .orderBy('product_id')
    .executeTakeFirst()
  return row?.checkout_url ?? null
}
