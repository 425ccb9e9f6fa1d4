import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { atStripe, payingAccounts, updateConnection } from './connections-store.ts'
import { takeEvent } from './event-worker.ts'
import type { ConnectionRow } from './payments-tables.ts'
import { toNewEvent } from './receive-stripe-events.ts'
import { syncSubscription } from './stripe-subscriptions.ts'

const HOUR_MS = 60 * 60_000
const OVERLAP_MS = HOUR_MS
/** Stripe keeps events for 30 days. */
const MOST_BACK_MS = 29 * 24 * HOUR_MS

// Reads events of a Stripe account missed during an outage.

/** Accepts events since the stored moment as if just received. It stays where it is while one can't be accepted. */
export async function catchUpEvents(ctx: Context, connection: ConnectionRow): Promise<void> {
  const now = ctx.clock.now().getTime()
  const since = Math.max((connection.event_cursor?.getTime() ?? now) - OVERLAP_MS, now - MOST_BACK_MS)
  const events = await ctx.stripe.readEvents(connection.external_id, new Date(since))
  await forEachItem('events', events, async (event) =>
    takeEvent(ctx, toNewEvent(event, { connection, stripe: ctx.stripe, sellerId: connection.account_id })),
  )
  const last = events.at(-1)
  if (last) await updateConnection(ctx.db, connection.account_id, { event_cursor: last.at })
}

/** Reads every subscription again, so that none stays unverified. @returns how many. */
export async function verifySubscriptions(
  ctx: Context,
  connection: ConnectionRow,
  mayGrant: boolean,
): Promise<number> {
  const at = atStripe(connection)
  const paying = await payingAccounts(ctx.db, at)
  await forEachItem(
    'subscriptions',
    paying,
    async ({ external_id }) => {
      const write = await syncSubscription(ctx, { sellerId: connection.account_id, at }, external_id, {
        mayGrant,
      })
      await transaction(ctx.db, write)
    },
    { nameItem: ({ external_id }) => external_id },
  )
  return paying.length
}
