import { takeEvent } from '#server/modules/accounts/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { SecretBoxError } from '#server/platform/crypto/secret-box.ts'
import type { WebhookReceiver } from '#server/platform/http/webhook-receivers.ts'
import { type Ipn, isSignedIpn, readIpn } from '#server/providers/payments/index.ts'
import { IPN_PATH, secretContext } from './settings.ts'
import { type CampaignRow, campaignsById } from './settings-store.ts'

/** Why a notification is ignored, or null. */
function ignoredFor({ isLive, kind, invoiceId }: Ipn): string | null {
  if (!isLive) return 'Sent in test mode'
  if (kind === 'other') return 'Nothing is done about events of this type'
  return invoiceId === '' ? 'It names no invoice' : null
}

function isSignedBy(ctx: Context, form: URLSearchParams, campaign: CampaignRow): boolean {
  try {
    return isSignedIpn(form, ctx.secretBox.open(campaign.secret, secretContext.campaign(campaign)))
  } catch (error) {
    if (error instanceof SecretBoxError) return false
    throw error
  }
}

/**
 * Accepts notifications, each once: its key is campaign, transaction and event, within the seller whose secret
 * signed it, so that registering another seller's campaign cannot use up its keys.
 * @returns 400 for what no campaign here has signed; nothing is stored then.
 */
async function receiveIpn(ctx: Context, form: URLSearchParams): Promise<200 | 400> {
  const ipn = readIpn(form)
  if (!ipn) return 400
  const campaigns = await campaignsById(ctx.db, ipn.campaignId)
  const owner = campaigns.find((campaign) => isSignedBy(ctx, form, campaign))
  if (!owner) return 400
  const seller = owner.account_id
  const ignored = ignoredFor(ipn)
  await takeEvent(ctx, {
    vendor: 'paykickstart',
    eventId: [seller, ipn.campaignId, ipn.transactionId, ipn.event].join(':'),
    type: ipn.event,
    vendorAccount: String(seller),
    sellerAccountId: seller,
    objectId: ipn.invoiceId || null,
    // The buyer is needed only while something remains to be done.
    payload: ignored === null ? { ...ipn } : {},
    occurredAt: ipn.at ?? ctx.clock.now(),
    ignoredFor: ignored,
  })
  return 200
}

export const payKickstartReceiver = (ctx: Context): WebhookReceiver => ({
  path: IPN_PATH,
  isOn: true,
  receive: (body) => receiveIpn(ctx, new URLSearchParams(body.toString('utf8'))),
})
