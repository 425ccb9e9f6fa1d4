import type { SignalChange } from '#contract/leads/signal-changes.ts'
import { findSignal, SIGNAL_IDS, type SignalId } from '#contract/leads/signals.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import { recordHistory } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { LeadEdit } from './changes/change-values.ts'
import type { FoundPlace } from './changes/write-found.ts'
import { keepForNextLook } from './keep-for-next-look.ts'
import { valueIn } from './lead-values.ts'
import { writeFoundValues } from './lead-writes.ts'
import type { LeadRow, Origin } from './leads-store.ts'

/** What one look says of a signal, with its evidence. */
export interface SignalSeen {
  id: SignalId
  value: string | number
  url: string | null
  text: string
}

/** What a look found of one lead. */
export interface LeadSignals {
  lead: LeadRow
  seen: readonly SignalSeen[]
  /** What was compared with care before, so that it counts at once. */
  sure: LeadEdit['values']
}

const OVERWRITTEN: ReadonlySet<string> = new Set(SIGNAL_IDS)

interface Sorted {
  leadId: number
  values: LeadEdit['values']
  /** Values that wait for another look; null for one that no longer does. */
  waiting: Record<string, { value: string | number; text: string } | null>
  changes: SignalChange[]
}

/**
 * What is written of a lead's signals, and what waits: a website that answers differently at every visit would make
 * news of nothing, so another value than the known one counts when the next look finds it again.
 */
function sortSeen({ lead, seen, sure }: LeadSignals, makeOrigin: (seen: SignalSeen) => Origin): Sorted {
  const sorted: Sorted = { leadId: lead.id, values: {}, waiting: {}, changes: [] }
  for (const look of seen) {
    const { id, value, text } = look
    const from = valueIn(lead, id)
    const next = lead.provenance.fields?.[id]?.next
    if (from === value) {
      if (next) sorted.waiting[id] = null
    } else if (from === null || next?.value === value) {
      sorted.values[id] = { value, origin: makeOrigin(look) }
      if (from !== null) sorted.changes.push({ signal: id, from, to: value })
    } else sorted.waiting[id] = { value, text }
  }
  for (const [name, { value, origin }] of Object.entries(sure)) {
    const from = valueIn(lead, name)
    if (from === value) continue
    sorted.values[name] = { value, origin }
    // What no longer applies is taken back, and is no other value.
    const isChange = from !== null || findSignal(name as SignalId).isNews
    if (isChange && value !== null) sorted.changes.push({ signal: name as SignalId, from, to: value })
  }
  return sorted
}

const isFilled = (record: object): boolean => Object.keys(record).length > 0

/** Records changes in the history of each lead and tells webhooks. */
async function tellChanges(ctx: Context, place: FoundPlace, changed: readonly Sorted[]): Promise<void> {
  const { accountId, listId, runId, userId } = place
  await recordHistory(
    ctx.db,
    changed.map(({ leadId, changes }) => ({
      accountId,
      listId,
      leadId,
      runId,
      userId,
      event: 'lead.signals_changed' as const,
      detail: { signals: changes, run_id: runId },
    })),
  )
  for (const { leadId, changes } of changed)
    for (const { signal, from, to } of changes)
      await emitEvent(ctx.db, accountId, {
        type: 'signal.changed',
        listId,
        data: { lead_ids: [leadId], signal, from, to },
      })
}

/**
 * Writes signals of leads in the caller's transaction: first values at once, others when they are seen twice, which is
 * a change. @returns how many leads changed.
 * @throws AppError conflict once the run's signals were undone.
 */
export async function writeSignals(
  ctx: Context,
  place: FoundPlace,
  found: readonly LeadSignals[],
  makeOrigin: (seen: SignalSeen) => Origin,
): Promise<number> {
  const sorted = found.map((one) => sortSeen(one, makeOrigin))
  const fills = sorted.filter(({ values }) => isFilled(values))
  const written =
    fills.length > 0 ? new Set(await writeFoundValues(ctx, place, fills, OVERWRITTEN)) : new Set()
  await keepForNextLook(
    ctx.db,
    place,
    sorted.flatMap(({ leadId, waiting }) => (isFilled(waiting) ? [{ leadId, fields: waiting }] : [])),
  )
  const changed = sorted.filter(({ leadId, changes }) => changes.length > 0 && written.has(leadId))
  await tellChanges(ctx, place, changed)
  return changed.length
}
