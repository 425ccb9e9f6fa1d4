import { isDeepStrictEqual } from 'node:util'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import { suppressedLeads } from '#server/modules/leads/leads/index.ts'
import { findListFacts } from '#server/modules/leads/lists/index.ts'
import { receiveLeads } from '#server/modules/prospecting/forms/index.ts'
import { OPTED_OUT, readRow, type Values } from '#server/modules/prospecting/lead-imports/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { type AddressRow, updateAddress } from './addresses-store.ts'
import type { Outcome, StoredResult } from './deliveries-store.ts'
import { mapColumns, planDelivery } from './map-columns.ts'
import { cellOf, type SentRow } from './read-delivery.ts'

/** The origin of values, as people read it. */
const FROM = 'Import address'
const SUPPRESSED = 'On the suppression list'
const LONGEST_REASON = 300

/** A row that was read: values of a lead, or why it is none. */
type ReadRow = { values: Values; note: string | null } | { values: null; reason: string; isOptedOut: boolean }

const none = (result: StoredResult['result'], reason: string): StoredResult => ({
  result,
  reason: reason.slice(0, LONGEST_REASON).toWellFormed(),
  lead_id: null,
})

/** Rows that could be read but are no lead may still name somebody on the list: every cell is looked at. */
async function findSuppressed(ctx: Context, accountId: number, rows: readonly (SentRow | null)[]) {
  const cells = rows.flatMap((row, n) =>
    Object.values(row ?? {}).map((cell) => ({
      n,
      email: cell,
      website: cell,
      phone: cell,
      profile_url: cell,
    })),
  )
  if (cells.length === 0) return new Set<number>()
  const isSuppressed = await suppressedLeads.ask(ctx, {
    accountId,
    values: cells.map(({ n: _row, ...values }) => values),
  })
  return new Set(cells.flatMap(({ n }, at) => (isSuppressed[at] ? [n] : [])))
}

function read(plan: ReturnType<typeof planDelivery>, columns: string[], row: SentRow, at: number): ReadRow {
  const { values, reason, problems } = readRow(
    plan,
    at,
    columns.map((column) => cellOf(row, column)),
  )
  if (reason !== undefined) return { values: null, reason, isOptedOut: reason === OPTED_OUT }
  const emptied = problems.filter(({ kept_as }) => kept_as === null)
  const note = emptied.map(({ column, problem }) => `${column} was left empty: ${problem}`).join('; ')
  return { values, note: note === '' ? null : note }
}

/**
 * Makes leads of rows, in the caller’s transaction. Nothing is kept of rows about people on the suppression list:
 * such a row is null when it is taken again, with its `earlier` result.
 * @throws AppError conflict for a list that is gone, validation_failed where no column tells leads apart
 */
export async function writeRows(
  ctx: Context,
  address: AddressRow,
  rows: readonly (SentRow | null)[],
  earlier: readonly StoredResult[] = [],
) {
  const { account_id: accountId, list_id: listId, country, label_ids: labelIds } = address
  const list = await findListFacts(ctx, accountId, listId)
  if (!list || list.is_deleted)
    throw conflict(
      'The list of this import address is in the trash. Restore it, or use the address of another list',
    )
  const custom = await findFieldDefinitions(ctx.db, accountId)
  const sent = rows.filter((row) => row !== null)
  const mapped = mapColumns(list.type, custom, address, sent)
  const plan = planDelivery(list.type, custom, mapped, country)
  const known = rows.map((row, n) => row && read(plan, mapped.columns, row, n + 1))
  const leads = known.flatMap((row) => (row?.values ? [row.values] : []))
  const place = { accountId, listId, type: list.type, from: FROM, labelIds, consent: null }
  const receipts = (await receiveLeads(ctx, { ...place, rows: leads })).values()
  const refused = known.map((row, n) => (row && !row.values ? (rows[n] ?? null) : null))
  const suppressed = await findSuppressed(ctx, accountId, refused)
  const results = known.map((row, n): StoredResult => {
    // What isn’t kept stays what it was.
    if (!row) return earlier[n] ?? none('suppressed', SUPPRESSED)
    if (suppressed.has(n)) return none('suppressed', SUPPRESSED)
    if (!row.values) return none('refused', row.reason)
    const receipt = receipts.next().value
    if (!receipt || receipt.isSuppressed) return none('suppressed', SUPPRESSED)
    return { result: receipt.isNew ? 'added' : 'joined', reason: row.note, lead_id: receipt.leadId }
  })
  if (!isDeepStrictEqual(mapped.proposed, address.proposed))
    await updateAddress(ctx.db, address, { proposed: mapped.proposed })
  const outcome: Outcome = {
    state: 'accepted',
    reason: null,
    rows: rows.map((row, n) => (results[n]?.result === 'suppressed' || isOptedOut(known[n]) ? null : row)),
    results,
    unknown_columns: mapped.unknown,
  }
  return { outcome, refusal: null }
}

const isOptedOut = (row: ReadRow | null | undefined): boolean =>
  row !== null && row !== undefined && row.values === null && row.isOptedOut
