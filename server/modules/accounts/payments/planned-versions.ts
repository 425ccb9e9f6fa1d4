import { randomUUID } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, getRow, updateRows } from '#server/platform/db/rows.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { findChargeableSeller } from './connection-reads.ts'
import { findPaidSubscription } from './payments-store.ts'
import type { PaidSubscriptionRow } from './payments-tables.ts'
import { ensureVersionPrice } from './prices.ts'
import { readItems } from './subscription-items.ts'

// What Stripe bills next follows what is planned here, whoever planned it: a move of the seller, the customer, or
// nobody any more. Stripe is told, and told again until it knows; what it was told is `next_version_id`.

/** Stripe subscriptions that were not told what is planned now. */
async function untoldSubscriptions(db: Db): Promise<PaidSubscriptionRow[]> {
  return db
    .selectFrom('payment_subscription as p')
    .innerJoin('subscription_info as s', 's.account_id', 'p.account_id')
    .leftJoin('subscription_change_info as c', (join) =>
      join
        .onRef('c.account_id', '=', 's.account_id')
        .onRef('c.subscription_id', '=', 's.id')
        .on('c.applied_at', 'is', null)
        .on('c.dropped_at', 'is', null),
    )
    .selectAll('p')
    .where('p.vendor', '=', 'stripe')
    .where('p.state', 'in', ['active', 'trialing', 'past_due', 'unpaid'])
    .where('s.is_current', '=', true)
    .where('s.billed_by', '=', 'stripe')
    .where((eb) => eb.or([eb('c.id', 'is not', null), eb('p.next_version_id', 'is not', null)]))
    .where((eb) =>
      eb(
        eb.fn.coalesce('c.target_version_id', 's.plan_version_id'),
        '<>',
        eb.fn.coalesce('p.next_version_id', 'p.plan_version_id'),
      ),
    )
    .orderBy('p.account_id')
    .execute()
}

/** The version that the account's next period should have: the planned one, else the current one. */
async function findNextVersion(db: Db, accountId: number): Promise<number | null> {
  const current = { account_id: accountId, is_current: true, billed_by: 'stripe' as const }
  const mine = await findRow(db, 'subscription_info', current, ['id', 'plan_version_id'])
  if (!mine) return null
  const change = await db
    .selectFrom('subscription_change_info')
    .select('target_version_id')
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', mine.id)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirst()
  return change?.target_version_id ?? mine.plan_version_id
}

/** Tells Stripe what an account's next period costs. Nothing is charged now. */
export async function tellNextVersion(ctx: Context, accountId: number): Promise<void> {
  const mine = await findPaidSubscription(ctx.db, accountId)
  const versionId = await findNextVersion(ctx.db, accountId)
  const seller = mine && (await findChargeableSeller(ctx, mine.seller_account_id))
  if (mine?.vendor !== 'stripe' || versionId === null || seller?.external_id !== mine.vendor_account) return
  const at = { vendor: 'stripe' as const, account: mine.vendor_account }
  const facts = await ctx.stripe.readSubscription(at.account, mine.external_id)
  // The change that waits for its payment comes first.
  if (facts.hasPendingUpdate) return
  const { item, versionId: billedId } = await readItems(ctx.db, at, facts.items)
  if (!item || billedId === null) return
  const version = await getRow(ctx.db, 'plan_version_info', { id: versionId })
  const price = await ensureVersionPrice(ctx, seller, version)
  if (item.price !== price.external_id)
    await ctx.stripe.setNextPrice(at.account, {
      subscription: mine.external_id,
      item: item.id,
      price: price.external_id,
      // Repeating it changes nothing, and the same change may be planned twice.
      key: `next:${randomUUID()}`,
    })
  const { vendor, vendor_account, external_id } = mine
  await updateRows(
    ctx.db,
    'payment_subscription',
    { vendor, vendor_account, external_id },
    { next_version_id: versionId },
  )
}

/** Every minute: everything planned or dropped since. */
export async function tellPlannedVersions(ctx: Context): Promise<void> {
  if (!ctx.stripe.isOn) return
  await forEachItem(
    'subscriptions',
    await untoldSubscriptions(ctx.db),
    async (row) => {
      const counting = await findPaidSubscription(ctx.db, row.account_id)
      if (counting?.external_id === row.external_id) await tellNextVersion(ctx, row.account_id)
    },
    { nameItem: ({ account_id }) => account_id },
  )
}
