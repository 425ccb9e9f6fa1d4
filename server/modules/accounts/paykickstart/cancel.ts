import {
  type Cancellation,
  findPaidSubscription,
  followSubscription,
} from '#server/modules/accounts/payments/index.ts'
import { findCurrentSubscription } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { PayKickstartError } from '#server/providers/payments/index.ts'
import { secretContext } from './settings.ts'
import { findSettings } from './settings-store.ts'

const contactSeller = (action: string) => conflict(`${action} in the billing portal, or ask your provider`)

/** Ends the rebills of an account's purchases at PayKickstart; null for an account without any. */
export async function cancelPayKickstart(
  ctx: Context,
  actor: Actor,
  undo: boolean,
): Promise<Cancellation | null> {
  const { accountId } = actor
  const mine = await findPaidSubscription(ctx.db, accountId)
  if (mine?.vendor !== 'paykickstart') return null
  if (undo) throw contactSeller('Keep it')
  const settings = await findSettings(ctx.db, mine.seller_account_id)
  const row = await transaction(ctx.db, () => findCurrentSubscription(ctx, accountId))
  if (!settings?.api_key || !row?.period_end) throw contactSeller('Cancel it')
  const key = ctx.secretBox.open(settings.api_key, secretContext.apiKey(mine.seller_account_id))
  const end = row.period_end
  await ctx.payKickstart.cancel(key, { invoiceId: mine.external_id, at: end }).catch((error: unknown) => {
    if (!(error instanceof PayKickstartError)) throw error
    if (error.code === 'refused') throw contactSeller('Cancel it')
    throw new AppError('unavailable', 'PayKickstart can’t be reached right now. Try again in a few minutes')
  })
  await transaction(ctx.db, async () => {
    const now = await findCurrentSubscription(ctx, accountId)
    if (now && now.state !== 'cancelled')
      await followSubscription(ctx, {
        accountId,
        at: { vendor: 'paykickstart', account: mine.vendor_account },
        subscription: mine.external_id,
        state: now.state as 'active',
        pastDueSince: now.past_due_since,
        cancelAt: end,
      })
    recordAudit(ctx.db, { accountId, detail: { action: 'cancel' } })
  })
  return { data: { cancel_at: end.toISOString() }, message: 'Your package ends with its period' }
}
