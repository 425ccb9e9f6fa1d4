import type { Selectable } from 'kysely'
import type { PayKickstartProduct } from '#contract/accounts/paykickstart.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow, insertRows } from '#server/platform/db/rows.ts'

interface PayKickstartAccountTable {
  account_id: number
  api_key: string | null
  api_key_hint: string | null
  portal_id: string | null
  updated_at: Date
}
interface PayKickstartCampaignTable {
  account_id: number
  campaign_id: string
  secret: string
  secret_hint: string | null
}
interface PayKickstartProductTable {
  account_id: number
  campaign_id: string
  product_id: string
  plan_id: number | null
  pack_id: number | null
  checkout_url: string | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    payment_kick_account: PayKickstartAccountTable
    payment_kick_campaign: PayKickstartCampaignTable
    payment_kick_product: PayKickstartProductTable
  }
}
export type CampaignRow = Selectable<PayKickstartCampaignTable>
export type ProductRow = Selectable<PayKickstartProductTable>

export const findSettings = (db: Db, accountId: number) =>
  findRow(db, 'payment_kick_account', { account_id: accountId })

export const listCampaigns = (db: Db, accountId: number): Promise<CampaignRow[]> =>
  db
    .selectFrom('payment_kick_campaign')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('campaign_id')
    .execute()

/** All accounts with a campaign of this id; only the owner's secret signs its notifications. */
export const campaignsById = (db: Db, campaignId: string): Promise<CampaignRow[]> =>
  db
    .selectFrom('payment_kick_campaign')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .orderBy('account_id')
    .execute()

export const listProducts = (db: Db, accountId: number): Promise<ProductRow[]> =>
  db
    .selectFrom('payment_kick_product')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('campaign_id')
    .orderBy('product_id')
    .execute()

export async function replaceSettings(
  db: Db,
  {
    settings,
    campaigns,
    products,
    now,
  }: {
    settings: Omit<PayKickstartAccountTable, 'updated_at'>
    campaigns: CampaignRow[]
    products: (Omit<PayKickstartProduct, 'package_id'> & { plan_id: number | null })[]
    now: Date
  },
): Promise<void> {
  const { account_id } = settings
  const row = { ...settings, updated_at: now }
  await db
    .insertInto('payment_kick_account')
    .values(row)
    .onConflict((oc) => oc.column('account_id').doUpdateSet(row))
    .execute()
  await removeCampaigns(db, account_id)
  if (campaigns.length > 0) await insertRows(db, 'payment_kick_campaign', campaigns)
  if (products.length > 0)
    await insertRows(
      db,
      'payment_kick_product',
      products.map((product) => ({ account_id, ...product })),
    )
}

/** With their products. */
const removeCampaigns = (db: Db, accountId: number) =>
  deleteRows(db, 'payment_kick_campaign', { account_id: accountId })

/** @returns whether there were any. */
export async function removeSettings(db: Db, accountId: number): Promise<boolean> {
  await removeCampaigns(db, accountId)
  const done = await db
    .deleteFrom('payment_kick_account')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
