import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { requirePaying, syncNow, withStripeProblems } from './paid-package.ts'
import type { AtVendor } from './payments-tables.ts'
import { type AddOnItem, readItems } from './subscription-items.ts'

// Add-ons that an account pays for with its package, every period.

const presentAddOn = ({ item, name, period, ours }: AddOnItem) => ({
  id: item.id,
  name,
  credits: ours.credits,
  price_minor: ours.amount_minor,
  currency: ours.currency,
  period,
  renews_at: item.end.toISOString(),
})

/** The add-ons of a subscription at Stripe; none while Stripe is unreachable. */
export async function listAddOns(ctx: Context, at: AtVendor, subscription: string) {
  const facts = await ctx.stripe.readSubscription(at.account, subscription).catch(() => null)
  if (!facts || facts.status === 'canceled') return []
  return (await readItems(ctx.db, at, facts.items)).addOns.map(presentAddOn)
}

/** Ends one: it is not charged again, and its credits of this period stay. @throws AppError not_found, conflict. */
export async function endAddOn(ctx: Context, actor: Actor, id: string) {
  const { accountId } = actor
  const { mine, seller } = await requirePaying(ctx, accountId)
  const facts = await withStripeProblems(ctx.stripe.readSubscription(seller.at.account, mine.external_id))
  const found = (await readItems(ctx.db, seller.at, facts.items)).addOns.find(({ item }) => item.id === id)
  if (!found) throw notFound('The add-on')
  if (facts.hasPendingUpdate)
    throw conflict('A change is waiting for payment. Pay it, or wait: it expires after 23 hours')
  await withStripeProblems(
    ctx.stripe.removeItem(seller.at.account, {
      subscription: mine.external_id,
      item: id,
      key: `end-add-on:${mine.external_id}:${id}`,
    }),
  )
  await syncNow(ctx, seller, mine.external_id)
  await transaction(ctx.db, async () =>
    recordAudit(ctx.db, { accountId, detail: { action: 'end_add_on', name: found.name } }),
  )
  return { success: true as const, message: `${found.name} isn’t charged again. You keep its credits` }
}
