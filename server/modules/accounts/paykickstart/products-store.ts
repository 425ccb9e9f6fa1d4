import type { Db } from '#server/platform/db/db.ts'

export const findProduct = (
  db: Db,
  accountId: number,
  { campaignId, productId }: { campaignId: string; productId: string },
) =>
  db
    .selectFrom('payment_kick_product')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('campaign_id', '=', campaignId)
    .where('product_id', '=', productId)
    .executeTakeFirst()

/** Where a package or a top-up pack of an account is bought at PayKickstart; null where it is not. */
export async function checkoutUrlOf(
  db: Db,
  accountId: number,
  of: { planId: number } | { packId: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('payment_kick_product')
    .select('checkout_url')
    .where('account_id', '=', accountId)
    .where('checkout_url', 'is not', null)
    .where((eb) => ('planId' in of ? eb('plan_id', '=', of.planId) : eb('pack_id', '=', of.packId)))
    .orderBy('campaign_id')
    .orderBy('product_id')
    .executeTakeFirst()
  return row?.checkout_url ?? null
}
