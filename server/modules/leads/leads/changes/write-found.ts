import type { HistoryEventName } from '#contract/leads/history.ts'
import { lockEntryOfRun } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import { valueIn } from '../lead-values.ts'
import { lockLeads } from '../leads-store.ts'
import { type LeadEdit, writeValues } from './change-values.ts'
import { openChange } from './write-change.ts'

/** The run that found values: they are written to its list and undone through its history entry. */
export interface FoundPlace {
  accountId: number
  listId: number
  runId: number
  userId: number | null
  /** The entry that undoes these values alone, where the run does something else besides. Default: the run's own. */
  event?: HistoryEventName
}

/**
 * The open history entry of these values, locked; null for an entry beside the run's own that was undone.
 * @throws AppError conflict once the run was undone.
 */
async function lockOpenEntry(db: Db, place: FoundPlace): Promise<number | null> {
  const entry = await lockEntryOfRun(db, place)
  if (entry?.undone_at && place.event) return null
  if (entry?.undone_at) throw conflict('The run was undone while it was working')
  if (entry) return entry.id
  if (place.event) return openChange(db, place, place.event)
  throw new AppError('not_found', 'This run’s history no longer exists')
}

/**
 * Writes values found by a run, in the caller's transaction, so that the run can be undone as one. Fields of
 * `overwrites` replace existing values; others only fill empty ones. Deleted leads are skipped.
 * @returns leads that changed and the change in leads with an email.
 * Nothing is written for a part of a run that was undone apart.
 * @throws AppError conflict once the run was undone.
 */
export async function writeFound(
  db: Db,
  place: FoundPlace,
  fills: readonly LeadEdit[],
  overwrites: ReadonlySet<string>,
): Promise<{ leadIds: number[]; emails: number }> {
  const entryId = await lockOpenEntry(db, place)
  if (entryId === null) return { leadIds: [], emails: 0 }
  const rows = await lockLeads(
    db,
    place.accountId,
    place.listId,
    fills.map(({ leadId }) => leadId),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const edits = fills.flatMap(({ leadId, values }) => {
    const row = byId.get(leadId)
    if (!row) return []
    const accepted = Object.entries(values).filter(
      ([name]) => overwrites.has(name) || valueIn(row, name) === null,
    )
    return accepted.length > 0 ? [{ leadId, values: Object.fromEntries(accepted) }] : []
  })
  return writeValues(db, place, edits, entryId)
}
