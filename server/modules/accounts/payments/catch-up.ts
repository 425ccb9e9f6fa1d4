import { transaction } from '#server/platform/db/db.ts'
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
  /** Accepts events since the stored moment as if just received. @returns how many were new. */
  async function catchUp(connection: ConnectionRow): Promise<number> {
    const now = clock.now().getTime()
    const since = Math.max((connection.event_cursor?.getTime() ?? now) - OVERLAP_MS, now - MOST_BACK_MS)
    const events = await stripe.readEvents(connection.external_id, new Date(since))
    let handled = 0
    for (const event of events) {
      const isNew = await worker.take(
        toNewEvent(event, { connection, stripe, sellerId: connection.account_id }),
      )
      if (isNew) handled += 1
    }
    const last = events.at(-1)
    if (last) await updateConnection(db, connection.account_id, { event_cursor: last.at })
    return handled
  }

  /** After an account is reconnected: reads every subscription, so that none stays unverified. */
  async function verify(connection: ConnectionRow, mayGrant: boolean): Promise<number> {
    const at = atOf(connection)
    let checked = 0
    for (const { external_id } of await payingAccounts(db, at)) {
      const write = await syncSubscription({ sellerId: connection.account_id, at }, external_id, { mayGrant })
      await transaction(db, write)
      checked += 1
    }
    return checked
  }

  return { catchUp, verify }
}
