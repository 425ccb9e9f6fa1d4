import { memberActor } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasModule } from '#server/platform/http/actor.ts'
import * as store from './autopilots-store.ts'
import { notifyFinished } from './notify-finished.ts'
import { findCause, type PauseCause, pauseLocked } from './pause-autopilot.ts'
import { NothingToDo, prepareSearch, startSearch } from './prepare-search.ts'
import { scheduleNow } from './schedule-clock.ts'
import { dueSlot, nextSlot } from './slots.ts'

const MODULE = 'leads'
const NO_ACCESS: PauseCause = {
  reason: 'access',
  message: 'The person who created it can no longer start searches. Duplicate it to run it as yourself',
}
const NO_KEY: PauseCause = {
  reason: 'access',
  message: 'The API key that created it can no longer start searches. Resume it to run it as yourself',
}

/** The due slot of a locked autopilot; null when it was claimed, or the autopilot is paused or deleted. */
async function stillDue(ctx: Context, seen: store.AutopilotRow): Promise<store.AutopilotRow | null> {
  const row = await store.lockAutopilot(ctx.db, seen.account_id, seen.id)
  if (!row || row.deleted_at || row.state !== 'active') return null
  if (row.next_slot?.getTime() !== seen.next_slot?.getTime()) return null
  return (await store.isWorking(ctx.db, row.account_id, row.id)) ? null : row
}

/** Claims a slot in one transaction with its work. A second worker finds it claimed and does nothing. */
const claimSlot = (
  ctx: Context,
  seen: store.AutopilotRow,
  { slot, now }: { slot: Date; now: Date },
  run: Pick<store.AutopilotRunRow, 'state'> & Partial<store.AutopilotRunRow>,
  work: (run: store.AutopilotRunRow, autopilot: store.AutopilotRow) => Promise<unknown>,
) =>
  transaction(ctx.db, async () => {
    const row = await stillDue(ctx, seen)
    if (!row) return
    const { account_id, id: autopilot_id, created_by: started_by, api_key_id } = row
    const place = { account_id, autopilot_id, started_by, api_key_id }
    const inserted = await store.insertRun(ctx.db, {
      ...place,
      slot,
      is_manual: false,
      steps: row.steps,
      started_at: now,
      ...run,
    })
    await store.updateAutopilot(ctx.db, row, { next_slot: nextSlot(store.readSchedule(row), now) })
    if (inserted) await work(inserted, row)
  })

/** Records that a slot could not start, and pauses the autopilot where waiting would not help. */
const failSlot = (ctx: Context, seen: store.AutopilotRow, at: { slot: Date; now: Date }, cause: PauseCause) =>
  claimSlot(
    ctx,
    seen,
    at,
    { state: 'failed', message: cause.message, finished_at: at.now },
    async (run, row) => {
      await notifyFinished(ctx.db, row, run)
      await pauseLocked(ctx, row, cause, at.now)
    },
  )

const skipSlot = (ctx: Context, seen: store.AutopilotRow, at: { slot: Date; now: Date }, message: string) =>
  claimSlot(ctx, seen, at, { state: 'skipped', message, finished_at: at.now }, (run, row) =>
    notifyFinished(ctx.db, row, run),
  )

async function startDue(
  ctx: Context,
  seen: store.AutopilotRow,
  at: { slot: Date; now: Date },
  signal: AbortSignal,
) {
  const { account_id: accountId, created_by: userId, api_key_id: apiKeyId } = seen
  const actor = userId === null ? null : await memberActor.ask(ctx, { accountId, userId, apiKeyId })
  if (!actor || !hasModule(actor, MODULE))
    return failSlot(ctx, seen, at, apiKeyId === null ? NO_ACCESS : NO_KEY)
  try {
    const ready = await prepareSearch(ctx, actor, seen, at.now, signal)
    await claimSlot(ctx, seen, at, { state: 'working' }, (run) => startSearch(ctx, run, ready))
  } catch (error) {
    if (error instanceof NothingToDo) return skipSlot(ctx, seen, at, error.message)
    const cause = error instanceof AppError ? findCause(error) : null
    if (!cause) throw error
    await failSlot(ctx, seen, at, cause)
  }
}

/**
 * Starts a due autopilot: external queries first, then one transaction claims the slot and starts the search. Of
 * several missed slots, only the newest runs.
 */
export async function startSlot(
  ctx: Context,
  accountId: number,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const seen = await store.findAutopilot(ctx.db, accountId, id)
  if (!seen?.next_slot || seen.deleted_at) return
  const now = await scheduleNow(ctx)
  const slot = dueSlot(store.readSchedule(seen), seen.next_slot, now)
  if (slot) await startDue(ctx, seen, { slot, now }, signal)
}
