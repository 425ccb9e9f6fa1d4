import { ownerOf } from '#server/modules/accounts/accounts/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { Log } from '#server/platform/log.ts'
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
 * The billing portal for a customer: signed in where its seller has entered API key and portal, else the page on
 * which PayKickstart mails a link. Null where the seller does not use PayKickstart.
 */
export const createPayKickstartPortal =
  ({ db, secretBox, api, log }: Deps) =>
  async (accountId: number): Promise<string | null> => {
    const account = await findRow(db, 'account_node', { id: accountId }, ['parent_id'])
    const sellerId = account?.parent_id ?? null
    if (sellerId === null) return null
    const [settings, campaigns] = [await findSettings(db, sellerId), await campaignsOf(db, sellerId)]
    if (campaigns.length === 0) return null
    const { api_key: key, portal_id: portalId } = settings ?? {}
    const owner = await ownerOf(db, accountId)
    if (!key || !portalId || !owner) return api.hostedPortal
    try {
      return await api.portalUrl(secretBox.open(key, secretContext.apiKey(sellerId)), {
        portalId,
        email: owner.email,
      })
    } catch (error) {
      if (!(error instanceof PayKickstartError)) throw error
      log.warn({ err: error, sellerId }, 'PayKickstart gave no billing portal')
      return api.hostedPortal
    }
  }
