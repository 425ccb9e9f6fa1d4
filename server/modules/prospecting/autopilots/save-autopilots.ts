import { sql } from 'kysely'
import type { Autopilot } from '#contract/prospecting/autopilots.ts'
import type { ListRow } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { requireVersion } from '#server/platform/edit-conflict.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { auditAutopilot, lockOwnAutopilot, refuseTooMany, runsAs } from './autopilot-edits.ts'
import { insertAutopilot, updateAutopilot } from './autopilots-store.ts'
import { type AutopilotInput, checkSteps, findSearchedList, readSchedule } from './check-autopilot.ts'
import { showAutopilot } from './show-autopilots.ts'
import { nextSlot } from './slots.ts'

const touched = (actor: Actor) => ({ updated_by: actor.userId, updated_at: sql<Date>`now()` as never })

const makeSettings = (list: ListRow, input: AutopilotInput) => {
  const { cap, month_cap, only_new, empty_limit, name = list.name } = input
  return { name, cap, month_cap, only_new, empty_limit }
}

/**
 * Creates an autopilot, which runs as its creator.
 * @throws AppError not_found, conflict for a list without a search, validation_failed
 */
export const createAutopilot = (
  ctx: Context,
  actor: Actor,
  listId: number,
  input: AutopilotInput,
  { isPaused = false } = {},
): Promise<Autopilot> =>
  transaction(ctx.db, async () => {
    const list = await findSearchedList(ctx, actor, listId)
    const steps = await checkSteps(ctx, actor, list, input.steps)
    await refuseTooMany(ctx.db, actor)
    const { schedule: wanted, now } = await readSchedule(ctx, actor, input)
    const row = await insertAutopilot(ctx.db, {
      account_id: actor.accountId,
      list_id: list.id,
      ...runsAs(actor),
      ...makeSettings(list, input),
      ...wanted,
      steps,
      updated_by: actor.userId,
      ...(isPaused
        ? { state: 'paused', pause_reason: 'person', paused_at: now }
        : { next_slot: nextSlot(wanted, now) }),
    })
    auditAutopilot(ctx.db, row)
    return showAutopilot(ctx, actor, row.id)
  })

/**
 * Saves a change to the version the caller read. A paused one stays paused; the next slot follows the new
 * schedule. It runs as its last editor, so nobody spends under someone else's name and limit.
 */
export const changeAutopilot = (
  ctx: Context,
  actor: Actor,
  id: number,
  input: AutopilotInput & { version: number; list_id?: number },
): Promise<Autopilot> =>
  transaction(ctx.db, async () => {
    const row = await lockOwnAutopilot(ctx.db, actor, id)
    const current = await showAutopilot(ctx, actor, id)
    requireVersion(row, input.version, () => current)
    const list = await findSearchedList(ctx, actor, input.list_id ?? row.list_id)
    const steps = await checkSteps(ctx, actor, list, input.steps)
    const { schedule: wanted, now } = await readSchedule(ctx, actor, input)
    const next = await updateAutopilot(ctx.db, row, {
      list_id: list.id,
      ...makeSettings(list, input),
      ...wanted,
      steps,
      next_slot: row.state === 'active' ? nextSlot(wanted, now) : null,
      version: row.version + 1,
      ...touched(actor),
      ...runsAs(actor),
    })
    auditAutopilot(ctx.db, next)
    return showAutopilot(ctx, actor, id)
  })
