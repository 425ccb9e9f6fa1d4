import { transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { atOf, payingAccounts, updateConnection } from './connections-store.ts'
import type { ConnectionRow } from './payments-tables.ts'
import { toNewEvent } from './receive-stripe-events.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

const HOUR_MS = 60 * 60_000
const OVERLAP_MS = HOUR_MS
/** Stripe keeps events for 30 days. */
const MOST_BACK_MS = 29 * 24 * HOUR_MS

/** Reads events of a Stripe account missed during an outage. */
export function createCatchUp({ db, clock, stripe, worker, syncSubscription }: ReconcileDeps) {
  /** Accepts events since the stored moment as if just received. It stays where it is while one can't be accepted. */
  async function catchUp(connection: ConnectionRow): Promise<void> {
    const now = clock.now().getTime()
    const since = Math.max((connection.event_cursor?.getTime() ?? now) - OVERLAP_MS, now - MOST_BACK_MS)
    const events = await stripe.readEvents(connection.external_id, new Date(since))
    await forEachItem('events', events, async (event) =>
      worker.take(toNewEvent(event, { connection, stripe, sellerId: connection.account_id })),
    )
    const last = events.at(-1)
    if (last) await updateConnection(db, connection.account_id, { event_cursor: last.at })
  }

  /** Reads every subscription again, so that none stays unverified. @returns how many. */
  async function verify(connection: ConnectionRow, mayGrant: boolean): Promise<number> {
    const at = atOf(connection)
    const paying = await payingAccounts(db, at)
    await forEachItem(
      'subscriptions',
      paying,
      async ({ external_id }) => {
        const write = await syncSubscription({ sellerId: connection.account_id, at }, external_id, {
          mayGrant,
        })
        await transaction(db, write)
      },
      { nameOf: ({ external_id }) => external_id },
    )
    return paying.length
  }

  return { catchUp, verify }
}
