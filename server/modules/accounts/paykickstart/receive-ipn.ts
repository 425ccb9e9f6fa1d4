import type { EventWorker } from '#server/modules/accounts/payments/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type SecretBox, SecretBoxError } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type Ipn, isSignedIpn, readIpn } from '#server/providers/payments/index.ts'
import { secretContext } from './settings-service.ts'
import { type CampaignRow, campaignsById } from './settings-store.ts'

interface Deps {
  db: Db
  clock: Clock
  secretBox: SecretBox
  events: Pick<EventWorker, 'take'>
}

/** Why a notification is ignored, or null. */
function ignoredFor({ isLive, kind, invoiceId }: Ipn): string | null {
  if (!isLive) return 'Sent in test mode'
  if (kind === 'other') return 'Nothing is done about events of this type'
  return invoiceId === '' ? 'It names no invoice' : null
}

/**
 * Accepts notifications, each once: its key is campaign, transaction and event, within the seller whose secret
 * signed it, so that registering another seller's campaign cannot use up its keys.
 */
export function createIpnReceiver({ db, clock, secretBox, events }: Deps) {
  function isSignedBy(form: URLSearchParams, campaign: CampaignRow): boolean {
    try {
      return isSignedIpn(form, secretBox.open(campaign.secret, secretContext.campaign(campaign)))
    } catch (error) {
      if (error instanceof SecretBoxError) return false
      throw error
    }
  }

  /** @returns 400 for what no campaign here has signed; nothing is stored then. */
  return async (form: URLSearchParams): Promise<200 | 400> => {
    const ipn = readIpn(form)
    if (!ipn) return 400
    const campaigns = await campaignsById(db, ipn.campaignId)
    const owner = campaigns.find((campaign) => isSignedBy(form, campaign))
    if (!owner) return 400
    const seller = owner.account_id
    const ignored = ignoredFor(ipn)
    await events.take({
      vendor: 'paykickstart',
      eventId: [seller, ipn.campaignId, ipn.transactionId, ipn.event].join(':'),
      type: ipn.event,
      vendorAccount: String(seller),
      sellerAccountId: seller,
      objectId: ipn.invoiceId || null,
      // The buyer is needed only while something remains to be done.
      payload: ignored === null ? { ...ipn } : {},
      occurredAt: ipn.at ?? clock.now(),
      ignoredFor: ignored,
    })
    return 200
  }
}
