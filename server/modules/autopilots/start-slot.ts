import { MAX_SEARCH_LIMIT } from '#contract/constants.ts'
import type { ListRow } from '#server/modules/lists/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import {
  type AutopilotRow,
  type AutopilotRunRow,
  findAutopilot,
  insertRun,
  isWorking,
  leadsSince,
  lockAutopilot,
  scheduleOf,
  updateAutopilot,
  updateRun,
} from './autopilots-store.ts'
import { causeOf, type PauseCause, pauseAutopilot } from './pause-autopilot.ts'
import { dueSlot, monthStart, nextSlot } from './slots.ts'
import { tellFinished } from './tell-finished.ts'

type SearchFigures = Awaited<ReturnType<AutopilotDeps['searches']['askInto']>>

/** A search that is ready to start: everything that had to be asked of others was asked. */
export interface ReadySearch {
  actor: Actor
  list: ListRow
  wanted: { search: Record<string, unknown>; limit: number; only_new: boolean }
  asked: SearchFigures
}

const MODULE = 'leads'
const NO_ACCESS: PauseCause = {
  reason: 'access',
  message: 'The person who made it may not start searches any more. Duplicate it to run it as yourself',
}
/** The list of an autopilot has no search that could be asked again. */
export const NO_SEARCH = 'This list was not made by a search, so there is nothing to repeat'

/** Thrown where a run has nothing to do although nothing is wrong. */
class NothingToDo extends Error {}

/** Starting slots: what is asked of others goes first, then one transaction takes the slot and starts the search. */
export function createSlotStarter(deps: AutopilotDeps) {
  const { db, lists, searches, clock, actorOf } = deps

  /** New leads that a run may bring now. @throws NothingToDo at the end of the monthly cap. */
  async function limitOf(autopilot: AutopilotRow, now: Date): Promise<number> {
    const { account_id, id, cap, month_cap, time_zone } = autopilot
    const most = cap ?? MAX_SEARCH_LIMIT
    if (month_cap === null) return most
    const since = monthStart(now, time_zone)
    const left = month_cap - ((await leadsSince(db, account_id, [{ id, since }])).get(id) ?? 0)
    if (left <= 0)
      throw new NothingToDo(`The ${month_cap.toLocaleString('en')} leads of this month have been found`)
    return Math.min(most, left)
  }

  /** Asks the source of the search. @throws AppError as a search by hand. */
  async function ask(
    actor: Actor,
    autopilot: AutopilotRow,
    now: Date,
    signal: AbortSignal,
  ): Promise<ReadySearch> {
    const list = await lists.find(actor, autopilot.list_id)
    const search = list.search as Record<string, unknown> | null
    if (!search) throw new AppError('conflict', NO_SEARCH)
    const wanted = { search, limit: await limitOf(autopilot, now), only_new: autopilot.only_new }
    return { actor, list, wanted, asked: await searches.askInto(actor, list.id, wanted, signal) }
  }

  /** Starts the search of a slot that was taken, in the same transaction. */
  async function begin(run: AutopilotRunRow, { actor, list, wanted, asked }: ReadySearch) {
    const started = await searches.searchInto(actor, list.id, wanted, asked)
    return updateRun(db, run, { run_id: started.run.id, search_run_id: started.run.id })
  }

  /** The slot that a locked autopilot has to take; null when somebody has, or it is paused or deleted meanwhile. */
  async function stillDue(seen: AutopilotRow): Promise<AutopilotRow | null> {
    const row = await lockAutopilot(db, seen.account_id, seen.id)
    if (!row || row.deleted_at || row.state !== 'active') return null
    if (row.next_slot?.getTime() !== seen.next_slot?.getTime()) return null
    return (await isWorking(db, row.account_id, row.id)) ? null : row
  }

  /** Takes a slot in one transaction with what is done in it. Whoever comes second finds it taken and does nothing. */
  const take = (
    seen: AutopilotRow,
    { slot, now }: { slot: Date; now: Date },
    run: Pick<AutopilotRunRow, 'state'> & Partial<AutopilotRunRow>,
    work: (run: AutopilotRunRow, autopilot: AutopilotRow) => Promise<unknown>,
  ) =>
    transaction(db, async () => {
      const row = await stillDue(seen)
      if (!row) return
      const place = { account_id: row.account_id, autopilot_id: row.id, started_by: row.created_by }
      const taken = await insertRun(db, {
        ...{ ...place, slot, is_manual: false, steps: row.steps, started_at: now },
        ...run,
      })
      await updateAutopilot(db, row, { next_slot: nextSlot(scheduleOf(row), now) })
      if (taken) await work(taken, row)
    })

  /** Notes that a slot could not start, and pauses the autopilot where waiting would not help. */
  const fail = (seen: AutopilotRow, at: { slot: Date; now: Date }, cause: PauseCause) =>
    take(seen, at, { state: 'failed', message: cause.message, finished_at: at.now }, async (run, row) => {
      await tellFinished(db, row, run)
      await pauseAutopilot(deps, row, cause, at.now)
    })

  const skip = (seen: AutopilotRow, at: { slot: Date; now: Date }, message: string) =>
    take(seen, at, { state: 'skipped', message, finished_at: at.now }, (run, row) =>
      tellFinished(db, row, run),
    )

  async function startDue(seen: AutopilotRow, at: { slot: Date; now: Date }, signal: AbortSignal) {
    const { account_id, created_by } = seen
    const actor = created_by === null ? null : await actorOf(account_id, created_by)
    if (!actor?.modules.includes(MODULE)) return fail(seen, at, NO_ACCESS)
    try {
      const ready = await ask(actor, seen, at.now, signal)
      await take(seen, at, { state: 'working' }, (run) => begin(run, ready))
    } catch (error) {
      if (error instanceof NothingToDo) return skip(seen, at, error.message)
      const cause = error instanceof AppError ? causeOf(error) : null
      if (!cause) throw error
      await fail(seen, at, cause)
    }
  }

  return {
    /** Starts an autopilot whose slot has come; what was missed is made up for by its newest slot. */
    async start(accountId: number, id: number, signal: AbortSignal): Promise<void> {
      const seen = await findAutopilot(db, accountId, id)
      if (!seen?.next_slot || seen.deleted_at) return
      const now = await clock(db)
      const slot = dueSlot(scheduleOf(seen), seen.next_slot, now)
      if (slot) await startDue(seen, { slot, now }, signal)
    },

    /** Asks what a run that a person starts by hand needs. @throws AppError as a search by hand. */
    async askNow(actor: Actor, autopilot: AutopilotRow, signal: AbortSignal): Promise<ReadySearch> {
      try {
        return await ask(actor, autopilot, await clock(db), signal)
      } catch (error) {
        throw error instanceof NothingToDo ? new AppError('conflict', error.message) : error
      }
    },

    /** Starts a run by hand, beside the schedule. @throws AppError conflict while one works. */
    startNow: (ready: ReadySearch, autopilot: AutopilotRow): Promise<AutopilotRunRow> =>
      transaction(db, async () => {
        const { account_id, id } = autopilot
        const row = await lockAutopilot(db, account_id, id)
        if (!row || row.deleted_at) throw new AppError('not_found', 'The autopilot was not found')
        if (await isWorking(db, account_id, id))
          throw new AppError('conflict', 'This autopilot is running right now')
        const now = await clock(db)
        const run = await insertRun(db, {
          ...{ account_id, autopilot_id: id, slot: now, is_manual: true, state: 'working' },
          ...{ steps: row.steps, started_by: ready.actor.userId, started_at: now },
        })
        if (!run) throw new AppError('conflict', 'This autopilot has just been started')
        return begin(run, ready)
      }),
  }
}
