import type { Log } from '#server/platform/log.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type PayKickstart, PayKickstartError } from '#server/providers/payments/index.ts'
import { secretContext } from './settings-service.ts'
import { campaignsOf, findSettings } from './settings-store.ts'

interface Deps {
  db: Db
  secretBox: SecretBox
  api: PayKickstart
  log: Log
}

/**
 * The billing portal for a customer of a seller: signed in where the seller has given API key and portal, else the page
 * on which PayKickstart mails a link. Null where the seller does not sell with PayKickstart.
 */
export const createPayKickstartPortal =
  ({ db, secretBox, api, log }: Deps) =>
  async (sellerId: number, email: string): Promise<string | null> => {
    const [settings, campaigns] = [await findSettings(db, sellerId), await campaignsOf(db, sellerId)]
    if (campaigns.length === 0) return null
    const { api_key: key, portal_id: portalId } = settings ?? {}
    if (!key || !portalId) return api.hostedPortal
    try {
      return await api.portalUrl(secretBox.open(key, secretContext.apiKey(sellerId)), { portalId, email })
    } catch (error) {
      if (!(error instanceof PayKickstartError)) throw error
      log.warn({ err: error, sellerId }, 'PayKickstart gave no billing portal')
      return api.hostedPortal
    }
  }
