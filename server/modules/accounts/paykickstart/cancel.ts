import { findPaidSubscription, type PaymentEffects } from '#server/modules/accounts/payments/index.ts'
import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type PayKickstart, PayKickstartError } from '#server/providers/payments/index.ts'
import { secretContext } from './settings-service.ts'
import { findSettings } from './settings-store.ts'

interface Deps {
  db: Db
  secretBox: SecretBox
  api: PayKickstart
  effects: () => Pick<PaymentEffects, 'follow'>
  subscriptions: Pick<SubscriptionsService, 'paid'>
}

const contactSeller = (action: string) => conflict(`${action} in the billing portal, or ask your provider`)

/** Ends the rebills of an account's purchases at PayKickstart; undefined for an account without any. */
export const createPayKickstartCancel =
  ({ db, secretBox, api, effects, subscriptions }: Deps) =>
  async (actor: Actor, undo: boolean) => {
    const { accountId } = actor
    const mine = await findPaidSubscription(db, accountId)
    if (mine?.vendor !== 'paykickstart') return undefined
    if (undo) throw contactSeller('Keep it')
    const settings = await findSettings(db, mine.seller_account_id)
    const row = await transaction(db, () => subscriptions.paid.current(accountId))
    if (!settings?.api_key || !row?.period_end) throw contactSeller('Cancel it')
    const key = secretBox.open(settings.api_key, secretContext.apiKey(mine.seller_account_id))
    const end = row.period_end
    await api.cancel(key, { invoiceId: mine.external_id, at: end }).catch((error: unknown) => {
      if (!(error instanceof PayKickstartError)) throw error
      if (error.code === 'refused') throw contactSeller('Cancel it')
      throw new AppError('unavailable', 'PayKickstart can’t be reached right now. Try again in a few minutes')
    })
    await transaction(db, async () => {
      const now = await subscriptions.paid.current(accountId)
      if (now && now.state !== 'cancelled')
        await effects().follow({
          accountId,
          at: { vendor: 'paykickstart', account: mine.vendor_account },
          subscription: mine.external_id,
          state: now.state as 'active',
          pastDueSince: now.past_due_since,
          cancelAt: end,
        })
      recordAudit(db, { accountId, detail: { action: 'cancel' } })
    })
    return { data: { cancel_at: end.toISOString() }, message: 'Your package ends with its period' }
  }
