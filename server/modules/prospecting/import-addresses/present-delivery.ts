import {
  type DeliveryDetail,
  type ReceivedDelivery,
  ROW_RESULTS,
} from '#contract/prospecting/import-addresses.ts'
import type { DeliveryRow } from './deliveries-store.ts'

export function presentDelivery({
  id,
  state,
  reason,
  rows,
  results,
  unknown_columns,
  replays,
  received_at,
}: DeliveryRow): ReceivedDelivery {
  const counts = Object.fromEntries(
    ROW_RESULTS.map((name) => [name, results.filter(({ result }) => result === name).length]),
  ) as Pick<ReceivedDelivery, (typeof ROW_RESULTS)[number]>
  const common = { id, state, reason, rows: rows.length, ...counts }
  return { ...common, unknown_columns, replays, received_at: received_at.toISOString() }
}

export const presentDeliveryDetail = (row: DeliveryRow): DeliveryDetail => ({
  ...presentDelivery(row),
  content: row.rows.map((values, n) => ({
    row: n + 1,
    values,
    result: row.results[n]?.result ?? null,
    reason: row.results[n]?.reason ?? null,
    lead_id: row.results[n]?.lead_id ?? null,
  })),
})

/** What the sender of a delivery learns. */
export function presentReceipt(row: DeliveryRow) {
  const {
    state: _state,
    reason: _reason,
    replays: _replays,
    received_at: _at,
    ...receipt
  } = presentDelivery(row)
  const results = row.results.map(({ result, reason }, n) => ({ row: n + 1, result, reason }))
  return { ...receipt, results }
}
