import { sql } from 'kysely'
import type { Difference } from '#contract/accounts/payment-checks.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import { forEachItem, ItemsFailedError, runSteps } from '#server/platform/queue/for-each-item.ts'
import { stripeProblem } from '#server/providers/payments/index.ts'
import { catchUpEvents, verifySubscriptions } from './catch-up.ts'
import { comparePayments } from './compare-payments.ts'
import { findChargeableSeller } from './connection-reads.ts'
import { activeConnections, atStripe, updateConnection } from './connections-store.ts'
import { noteProblem } from './note-problem.ts'
import type { ConnectionRow } from './payments-tables.ts'
import { closeProblems } from './problems-store.ts'
import { refreshStripeConnection } from './stripe-connection.ts'

// Catches up after outages and compares with Stripe.

async function readStates(ctx: Context, connection: ConnectionRow): Promise<string> {
  const { rows } = await sql<{ state: string }>`
      select s.account_id || ':' || s.state || ':' || coalesce(c.state, '') || ':' || coalesce(c.cancel_at::text, '') as state
      from payment_subscription s left join subscription_info c on c.account_id = s.account_id and c.is_current
      where s.vendor_account = ${connection.external_id} order by 1`.execute(ctx.db)
  return JSON.stringify(rows)
}

/** Repairs states and records differences of money, but grants no credits. */
async function reconcileStripe(ctx: Context, connection: ConnectionRow) {
  const { checked, found } = await comparePayments(ctx, connection)
  await transaction(ctx.db, async () => {
    const { account_id: accountId } = connection
    const still = (id: string) => found.find(({ externalId }) => externalId === id)?.kind
    for (const id of checked) await closeProblems(ctx.db, accountId, id, still(id))
    for (const difference of found)
      await noteProblem(ctx, { at: atStripe(connection), accountId, ...difference })
    await updateConnection(ctx.db, connection.account_id, { reconciled_at: ctx.clock.now() })
  })
  // Last: it throws for subscriptions that can't be read.
  const before = JSON.parse(await readStates(ctx, connection)) as { state: string }[]
  const subscriptions = await verifySubscriptions(ctx, connection, false)
  const after = JSON.parse(await readStates(ctx, connection)) as { state: string }[]
  const known = new Set(before.map(({ state }) => state))
  const open = await ctx.db
    .selectFrom('payment_difference')
    .select(['kind', 'external_id', 'message'])
    .where('account_id', '=', connection.account_id)
    .where('resolved_at', 'is', null)
    .orderBy('found_at')
    .execute()
  return {
    checked: checked.length + subscriptions,
    repaired: after.filter(({ state }) => !known.has(state)).length,
    differences: open as Difference[],
  }
}

/** Started by a person. @throws AppError conflict, unavailable. */
export async function reconcileSeller(ctx: Context, accountId: number) {
  const connection = await findChargeableSeller(ctx, accountId)
  if (!connection) throw conflict('No Stripe account is connected')
  try {
    await catchUpEvents(ctx, connection)
    return await reconcileStripe(ctx, connection)
  } catch (error) {
    if (error instanceof ItemsFailedError) throw conflict(error.message, { cause: error })
    throw error instanceof AppError ? error : stripeProblem(error)
  }
}

async function forAllSellers(
  ctx: Context,
  work: (connection: ConnectionRow) => Promise<unknown>,
): Promise<void> {
  if (!ctx.stripe.isOn) return
  await forEachItem('sellers', await activeConnections(ctx.db), work)
}

/** Notifies owners of cards that expire this month or next, once per card. */
async function warnOfCards(ctx: Context): Promise<void> {
  const { rows } = await sql<{ account_id: number; last4: string | null; expires_month: Date }>`
      select c.account_id, c.last4, c.expires_month from payment_customer c
      join payment_subscription s on s.account_id = c.account_id and s.vendor = c.vendor
        and s.vendor_account = c.vendor_account and s.state in ('active', 'trialing', 'past_due')
      where c.expires_month <= date_trunc('month', ${ctx.clock.now()}::timestamptz) + interval '1 month'`.execute(
    ctx.db,
  )
  await forEachItem('cards', rows, ({ account_id: accountId, last4, expires_month }) =>
    transaction(ctx.db, () =>
      notify(ctx, {
        accountId,
        permission: 'owner',
        kind: 'card_expiring',
        detail: { card: last4 ?? '', month: expires_month.toISOString().slice(0, 7), reason: 'expires' },
      }),
    ),
  )
}

/** For a reconnected account: missed events, then every subscription. */
export const rejoinStripe = (ctx: Context, connection: ConnectionRow): Promise<void> =>
  runSteps({
    events: () => catchUpEvents(ctx, connection),
    subscriptions: () => verifySubscriptions(ctx, connection, true),
  })

export const catchUpAllSellers = (ctx: Context) =>
  forAllSellers(ctx, (connection) => catchUpEvents(ctx, connection))

export const reconcileNightly = (ctx: Context) =>
  runSteps({
    sellers: () =>
      forAllSellers(ctx, async (connection) => {
        await refreshStripeConnection(ctx, connection.account_id)
        await runSteps({
          events: () => catchUpEvents(ctx, connection),
          comparison: () => reconcileStripe(ctx, connection),
        })
      }),
    cards: () => warnOfCards(ctx),
  })
