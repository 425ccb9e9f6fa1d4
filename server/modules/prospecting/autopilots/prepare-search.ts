import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { prepareSearchInto, startSearchInto } from '#server/modules/prospecting/searches/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AutopilotRow, type AutopilotRunRow, leadsSince, updateRun } from './autopilots-store.ts'
import { monthStart } from './slots.ts'

/** A search ready to start: all external queries are done. */
export interface ReadySearch {
  actor: Actor
  list: ListRow
  prepared: Awaited<ReturnType<typeof prepareSearchInto>>
}

/** The autopilot's list has no repeatable search. */
export const NO_SEARCH = 'This list wasn’t created by a search, so there is nothing to repeat'

/** Thrown when a run has nothing to do, without an error. */
export class NothingToDo extends Error {}

/** New leads a run may still deliver. @throws NothingToDo at the monthly cap. */
async function findLimit(db: Db, autopilot: AutopilotRow, now: Date): Promise<number> {
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
  ctx: Context,
  actor: Actor,
  autopilot: AutopilotRow,
  now: Date,
  signal: AbortSignal,
): Promise<ReadySearch> {
  const list = await findOwnList(ctx, actor, autopilot.list_id)
  const search = list.search as Record<string, unknown> | null
  if (!search) throw conflict(NO_SEARCH)
  const request = { search, limit: await findLimit(ctx.db, autopilot, now), only_new: autopilot.only_new }
  return { actor, list, prepared: await prepareSearchInto(ctx, actor, list.id, request, signal) }
}

/** Starts the search of a claimed slot, in the same transaction. */
export async function startSearch(
  ctx: Context,
  run: AutopilotRunRow,
  { actor, list, prepared }: ReadySearch,
) {
  const started = await startSearchInto(ctx, actor, list.id, prepared)
  return updateRun(ctx.db, run, { run_id: started.run.id, search_run_id: started.run.id })
}
