import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import type { ListRow } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { type AutopilotRow, type AutopilotRunRow, leadsSince, updateRun } from './autopilots-store.ts'
import { monthStart } from './slots.ts'

type SearchFigures = Awaited<ReturnType<AutopilotDeps['searches']['requestInto']>>

/** A search ready to start: all external queries are done. */
export interface ReadySearch {
  actor: Actor
  list: ListRow
  wanted: { search: Record<string, unknown>; limit: number; only_new: boolean }
  estimate: SearchFigures
}

/** The autopilot's list has no repeatable search. */
export const NO_SEARCH = 'This list wasn’t created by a search, so there is nothing to repeat'

type PrepareDeps = Pick<AutopilotDeps, 'db' | 'lists' | 'searches'>

/** Thrown when a run has nothing to do, without an error. */
export class NothingToDo extends Error {}

/** New leads a run may still deliver. @throws NothingToDo at the monthly cap. */
async function limitOf(db: Db, autopilot: AutopilotRow, now: Date): Promise<number> {
  const { account_id, id, cap, month_cap, time_zone } = autopilot
  const max = cap ?? MAX_SEARCH_LIMIT
  if (month_cap === null) return max
  const since = monthStart(now, time_zone)
  const left = month_cap - ((await leadsSince(db, account_id, [{ id, since }])).get(id) ?? 0)
  if (left <= 0)
    throw new NothingToDo(`This month’s limit of ${month_cap.toLocaleString('en')} leads is reached`)
  return Math.min(max, left)
}

/** Queries the search's source. @throws AppError like a manual search. */
export async function prepareSearch(
  deps: PrepareDeps,
  actor: Actor,
  autopilot: AutopilotRow,
  now: Date,
  signal: AbortSignal,
): Promise<ReadySearch> {
  const list = await deps.lists.find(actor, autopilot.list_id)
  const search = list.search as Record<string, unknown> | null
  if (!search) throw conflict(NO_SEARCH)
  const wanted = { search, limit: await limitOf(deps.db, autopilot, now), only_new: autopilot.only_new }
  return { actor, list, wanted, estimate: await deps.searches.requestInto(actor, list.id, wanted, signal) }
}

/** Starts the search of a claimed slot, in the same transaction. */
export async function startSearch(
  { db, searches }: Pick<AutopilotDeps, 'db' | 'searches'>,
  run: AutopilotRunRow,
  { actor, list, wanted, estimate }: ReadySearch,
) {
  const started = await searches.searchInto(actor, list.id, wanted, estimate)
  return updateRun(db, run, { run_id: started.run.id, search_run_id: started.run.id })
}
