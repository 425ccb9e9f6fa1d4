import { sql } from 'kysely'
import type { AutopilotStep } from '#contract/prospecting/autopilot-steps.ts'
import type { Autopilot } from '#contract/prospecting/autopilots.ts'
import type { ListRow } from '#server/modules/leads/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { requireVersion } from '#server/platform/edit-conflict.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { auditAutopilot, lockAutopilotOf, refuseTooMany, runsAs } from './autopilot-edits.ts'
import { insertAutopilot, updateAutopilot } from './autopilots-store.ts'
import type { AutopilotChecks, AutopilotInput } from './check-autopilot.ts'
import type { AutopilotReads } from './show-autopilots.ts'
import { nextSlot } from './slots.ts'

const touched = (actor: Actor) => ({ updated_by: actor.userId, updated_at: sql<Date>`now()` as never })

const settingsOf = (list: ListRow, input: AutopilotInput) => {
  const { cap, month_cap, only_new, empty_limit, name = list.name } = input
  return { name, cap, month_cap, only_new, empty_limit }
}

interface SaveDeps {
  db: Db
  checks: AutopilotChecks
  show: AutopilotReads['show']
}

/** Creating and changing autopilots. */
export const createAutopilotSaving = ({ db, checks, show }: SaveDeps) => ({
  /** A validated list and steps; for a dry run. */
  async prepare(actor: Actor, listId: number, steps: AutopilotStep[]) {
    const list = await checks.searchedList(actor, listId)
    return { list, steps: await checks.checkSteps(actor, list, steps) }
  },

  /** @throws AppError not_found, conflict for a list without a search, validation_failed. */
  create: (actor: Actor, listId: number, input: AutopilotInput): Promise<Autopilot> =>
    transaction(db, async () => {
      const list = await checks.searchedList(actor, listId)
      const steps = await checks.checkSteps(actor, list, input.steps)
      await refuseTooMany(db, actor)
      const { schedule: wanted, now } = await checks.schedule(actor, input)
      const row = await insertAutopilot(db, {
        account_id: actor.accountId,
        list_id: list.id,
        ...runsAs(actor),
        ...settingsOf(list, input),
        ...wanted,
        steps,
        updated_by: actor.userId,
        next_slot: nextSlot(wanted, now),
      })
      auditAutopilot(db, row)
      return show(actor, row.id)
    }),

  /**
   * Saves a change to the version the caller read. A paused one stays paused; the next slot follows the new
   * schedule. It runs as its last editor, so nobody spends under someone else's name and limit.
   */
  change: (actor: Actor, id: number, input: AutopilotInput & { version: number }): Promise<Autopilot> =>
    transaction(db, async () => {
      const row = await lockAutopilotOf(db, actor, id)
      const current = await show(actor, id)
      requireVersion(row, input.version, () => current)
      const list = await checks.searchedList(actor, row.list_id)
      const steps = await checks.checkSteps(actor, list, input.steps)
      const { schedule: wanted, now } = await checks.schedule(actor, input)
      const next = await updateAutopilot(db, row, {
        ...settingsOf(list, input),
        ...wanted,
        steps,
        next_slot: row.state === 'active' ? nextSlot(wanted, now) : null,
        version: row.version + 1,
        ...touched(actor),
        ...runsAs(actor),
      })
      auditAutopilot(db, next)
      return show(actor, id)
    }),
})
