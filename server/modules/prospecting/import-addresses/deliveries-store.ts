import { type Generated, type Selectable, sql } from 'kysely'
import type { DELIVERY_STATES, RowResult } from '#contract/prospecting/import-addresses.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow, insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'
import type { SentRow } from './read-delivery.ts'

/** What became of a row. */
export interface StoredResult {
  result: RowResult
  reason: string | null
  lead_id: number | null
}

type DeliveryState = (typeof DELIVERY_STATES)[number]

interface ImportDeliveryTable {
  account_id: number
  id: Generated<number>
  list_id: number
  sent_key: string | null
  body_hash: string
  state: DeliveryState
  reason: string | null
  rows: (SentRow | null)[]
  results: StoredResult[]
  unknown_columns: string[]
  replays: Generated<number>
  received_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    import_delivery: ImportDeliveryTable
  }
}
export type DeliveryRow = Selectable<ImportDeliveryTable>

/** What taking a delivery says about it. */
export type Outcome = Pick<DeliveryRow, 'state' | 'reason' | 'rows' | 'results' | 'unknown_columns'>

const columnsOf = ({ rows, results, unknown_columns, ...rest }: Outcome) => ({
  ...rest,
  rows: asJson(rows),
  results: asJson(results),
  unknown_columns: asJson(unknown_columns),
})

export const insertDelivery = (
  db: Db,
  row: Pick<DeliveryRow, 'account_id' | 'list_id' | 'sent_key' | 'body_hash'>,
  outcome: Outcome,
): Promise<DeliveryRow> => insertRow(db, 'import_delivery', { ...row, ...columnsOf(outcome) })

export const updateDelivery = (
  db: Db,
  { account_id, id }: Pick<DeliveryRow, 'account_id' | 'id'>,
  outcome: Outcome & Partial<Pick<DeliveryRow, 'replays' | 'body_hash'>>,
) => updateRows(db, 'import_delivery', { account_id, id }, columnsOf(outcome))

export const findSent = (
  db: Db,
  place: Pick<DeliveryRow, 'account_id' | 'list_id'>,
  sentKey: string,
): Promise<DeliveryRow | undefined> => findRow(db, 'import_delivery', { ...place, sent_key: sentKey })

export const findDelivery = (db: Db, accountId: number, id: number): Promise<DeliveryRow | undefined> =>
  findRow(db, 'import_delivery', { account_id: accountId, id })

export const lockDelivery = (db: Db, accountId: number, id: number): Promise<DeliveryRow | undefined> =>
  lockRow(db, 'import_delivery', { account_id: accountId, id })

/** Which page, and of which state. */
export interface DeliveryQuery {
  page: number
  limit: number
  state?: DeliveryState | undefined
}

/** Deliveries to a list, newest first. */
export function findDeliveries(
  db: Db,
  { accountId, listId }: { accountId: number; listId: number },
  { state, ...page }: DeliveryQuery,
) {
  const base = db
    .selectFrom('import_delivery')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .$if(state !== undefined, (query) => query.where('state', '=', state as DeliveryState))
  return readPage(base, base.selectAll().orderBy('id', 'desc'), page)
}

/** The last deliveries to a list, newest first. */
export const findLastDeliveries = (db: Db, accountId: number, listId: number, limit: number) =>
  db
    .selectFrom('import_delivery')
    .select(['rows', 'received_at'])
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const removeOldDeliveries = (db: Db, days: number) =>
  db
    .deleteFrom('import_delivery')
    .where('received_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
