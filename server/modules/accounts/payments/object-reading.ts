import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SellerAt, SyncDeps } from './apply-invoice.ts'
import type { Connections } from './connections-service.ts'
import type { Handled } from './event-worker.ts'
import { mayWrite, wantObject } from './events-store.ts'
import type { AtVendor, EventRow } from './payments-tables.ts'
import type { Recharges } from './recharge-service.ts'
import type { SyncSubscription } from './stripe-subscriptions.ts'

export interface ObjectsDeps extends SyncDeps {
  clock: Clock
  syncSubscription: SyncSubscription
  recharges: Pick<Recharges, 'settle'>
  connections: Pick<Connections, 'leave' | 'refresh'>
  /** Notifies that an account's payment method was removed and none is left. */
  methodRemoved(accountId: number, card: string): Promise<void>
}

export type Writing = () => Promise<Handled>
export type Reader = (seller: SellerAt, event: EventRow, id: string) => Promise<Writing>

export const DONE: Handled = { outcome: 'done' }
export const IGNORED =
  (detail: string): Writing =>
  async () => ({ outcome: 'ignored', detail })
/** Ids of other objects named by an event. */
export const refsOf = ({ payload }: EventRow) => (payload.refs ?? {}) as Record<string, string>

/** Orders a read among the reads of the same object. */
export async function readInOrder(
  db: Db,
  at: AtVendor,
  id: string,
  read: () => Promise<Writing>,
): Promise<Writing> {
  const seq = await wantObject(db, at, id)
  const write = await read()
  return async () =>
    (await mayWrite(db, at, id, seq)) ? write() : { outcome: 'done', detail: 'A later read was written' }
}
