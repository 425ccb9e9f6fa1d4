import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasModule } from '#server/platform/http/actor.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import * as store from './autopilots-store.ts'
import { notifyFinished } from './notify-finished.ts'
import { causeOf, type PauseCause, pauseAutopilot } from './pause-autopilot.ts'
import { NothingToDo, prepareSearch, startSearch } from './prepare-search.ts'
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

/** Starting slots: external queries first, then one transaction claims the slot and starts the search. */
export function createSlotStarter(
  deps: Pick<AutopilotDeps, 'db' | 'lists' | 'searches' | 'clock' | 'actorOf' | 'notifications'>,
) {
  const { db, clock, actorOf } = deps

  /** The due slot of a locked autopilot; null when it was claimed, or the autopilot is paused or deleted. */
  async function stillDue(seen: store.AutopilotRow): Promise<store.AutopilotRow | null> {
    const row = await store.lockAutopilot(db, seen.account_id, seen.id)
    if (!row || row.deleted_at || row.state !== 'active') return null
    if (row.next_slot?.getTime() !== seen.next_slot?.getTime()) return null
    return (await store.isWorking(db, row.account_id, row.id)) ? null : row
  }

  /** Claims a slot in one transaction with its work. A second worker finds it claimed and does nothing. */
  const claimSlot = (
    seen: store.AutopilotRow,
    { slot, now }: { slot: Date; now: Date },
    run: Pick<store.AutopilotRunRow, 'state'> & Partial<store.AutopilotRunRow>,
    work: (run: store.AutopilotRunRow, autopilot: store.AutopilotRow) => Promise<unknown>,
  ) =>
    transaction(db, async () => {
      const row = await stillDue(seen)
      if (!row) return
      const { account_id, id: autopilot_id, created_by: started_by, api_key_id } = row
      const place = { account_id, autopilot_id, started_by, api_key_id }
      const inserted = await store.insertRun(db, {
        ...place,
        slot,
        is_manual: false,
        steps: row.steps,
        started_at: now,
        ...run,
      })
      await store.updateAutopilot(db, row, { next_slot: nextSlot(store.scheduleOf(row), now) })
      if (inserted) await work(inserted, row)
    })

  /** Records that a slot could not start, and pauses the autopilot where waiting would not help. */
  const fail = (seen: store.AutopilotRow, at: { slot: Date; now: Date }, cause: PauseCause) =>
    claimSlot(
      seen,
      at,
      { state: 'failed', message: cause.message, finished_at: at.now },
      async (run, row) => {
        await notifyFinished(db, row, run)
        await pauseAutopilot(deps, row, cause, at.now)
      },
    )

  const skip = (seen: store.AutopilotRow, at: { slot: Date; now: Date }, message: string) =>
    claimSlot(seen, at, { state: 'skipped', message, finished_at: at.now }, (run, row) =>
      notifyFinished(db, row, run),
    )

  async function startDue(seen: store.AutopilotRow, at: { slot: Date; now: Date }, signal: AbortSignal) {
    const { account_id, created_by, api_key_id } = seen
    const actor = created_by === null ? null : await actorOf(account_id, created_by, api_key_id)
    if (!actor || !hasModule(actor, MODULE)) return fail(seen, at, api_key_id === null ? NO_ACCESS : NO_KEY)
    try {
      const ready = await prepareSearch(deps, actor, seen, at.now, signal)
      await claimSlot(seen, at, { state: 'working' }, (run) => startSearch(deps, run, ready))
    } catch (error) {
      if (error instanceof NothingToDo) return skip(seen, at, error.message)
      const cause = error instanceof AppError ? causeOf(error) : null
      if (!cause) throw error
      await fail(seen, at, cause)
    }
  }

  return {
    /** Starts a due autopilot; of several missed slots, only the newest runs. */
    async start(accountId: number, id: number, signal: AbortSignal): Promise<void> {
      const seen = await store.findAutopilot(db, accountId, id)
      if (!seen?.next_slot || seen.deleted_at) return
      const now = await clock(db)
      const slot = dueSlot(store.scheduleOf(seen), seen.next_slot, now)
      if (slot) await startDue(seen, { slot, now }, signal)
    },
  }
}
