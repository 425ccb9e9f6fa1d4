import { findOwner } from '#server/modules/accounts/accounts/index.ts'
import { hasPaidThrough } from '#server/modules/accounts/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { PayKickstartError } from '#server/providers/payments/index.ts'
import { secretContext } from './settings.ts'
import { findSettings, listCampaigns } from './settings-store.ts'

/**
 * The billing portal for a customer: signed in where its seller has entered API key and portal, else the page on
 * which PayKickstart mails a link. Null where the seller does not use PayKickstart, or the customer never paid there.
 */
export async function findPayKickstartPortal(ctx: Context, accountId: number): Promise<string | null> {
  const account = await findRow(ctx.db, 'account_node', { id: accountId }, ['parent_id'])
  const sellerId = account?.parent_id ?? null
  if (sellerId === null || !(await hasPaidThrough(ctx.db, accountId, 'paykickstart'))) return null
  const [settings, campaigns] = [await findSettings(ctx.db, sellerId), await listCampaigns(ctx.db, sellerId)]
  if (campaigns.length === 0) return null
  const { api_key: key, portal_id: portalId } = settings ?? {}
  const owner = await findOwner(ctx.db, accountId)
  if (!key || !portalId || !owner) return ctx.payKickstart.hostedPortal
  try {
    return await ctx.payKickstart.portalUrl(ctx.secretBox.open(key, secretContext.apiKey(sellerId)), {
      portalId,
      email: owner.email,
    })
  } catch (error) {
    if (!(error instanceof PayKickstartError)) throw error
    ctx.log.warn({ err: error, sellerId }, 'PayKickstart gave no billing portal')
    return ctx.payKickstart.hostedPortal
  }
}
