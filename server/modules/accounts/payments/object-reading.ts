import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SellerAt } from './apply-invoice.ts'
import { mayWrite, wantObject } from './events-store.ts'
import type { Handled } from './handled.ts'
import type { AtVendor, EventRow } from './payments-tables.ts'

/** Effects of an event, in the transaction that marks it as done: they happen once whatever stops in between. */
export type Writing = () => Promise<Handled>
/** Reads an object of a vendor outside of any transaction. @returns its effects. */
export type Reader = (ctx: Context, seller: SellerAt, event: EventRow, id: string) => Promise<Writing>

export const DONE: Handled = { outcome: 'done' }
export const IGNORED =
  (detail: string): Writing =>
  async () => ({ outcome: 'ignored', detail })
/** Ids of other objects named by an event. */
export const readRefs = ({ payload }: EventRow) => (payload.refs ?? {}) as Record<string, string>

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
