import type { Autopilot } from '#contract/prospecting/autopilots.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { auditAutopilot, lockAutopilotOf, refuseTooMany, runsAs } from './autopilot-edits.ts'
import {
  type AutopilotChange,
  type AutopilotRow,
  insertAutopilot,
  scheduleOf,
  updateAutopilot,
} from './autopilots-store.ts'
import type { AutopilotChecks } from './check-autopilot.ts'
import { pauseAutopilot } from './pause-autopilot.ts'
import type { AutopilotReads } from './show-autopilots.ts'
import { nextSlot } from './slots.ts'

const LONGEST_NAME = 200
const RESUMED = { state: 'active', pause_reason: null, pause_message: null, paused_at: null } as const

interface SwitchDeps extends Pick<AutopilotDeps, 'db' | 'clock' | 'notifications'> {
  searchedList: AutopilotChecks['searchedList']
  show: AutopilotReads['show']
}

/** Pausing, resuming, copying, deleting and restoring autopilots. */
export function createAutopilotSwitches(deps: SwitchDeps) {
  const { db, clock, searchedList, show } = deps

  /** Changes a locked autopilot, records it, and returns the result. */
  const change = (
    actor: Actor,
    id: number,
    work: (row: AutopilotRow) => Promise<AutopilotChange | null>,
    deleted = false,
  ): Promise<Autopilot> =>
    transaction(db, async () => {
      const row = await lockAutopilotOf(db, actor, id, deleted)
      const to = await work(row)
      if (!to) markUnchanged()
      else auditAutopilot(db, await updateAutopilot(db, row, to))
      return show(actor, id)
    })

  return {
    pause: (actor: Actor, id: number): Promise<Autopilot> =>
      transaction(db, async () => {
        const row = await lockAutopilotOf(db, actor, id)
        if (row.state === 'paused') markUnchanged()
        else {
          await pauseAutopilot(deps, row, { reason: 'person', message: '' }, await clock(db))
          auditAutopilot(db, row)
        }
        return show(actor, id)
      }),

    /**
     * Continues with the next slot; missed slots are skipped. If its person has lost access, it runs as whoever
     * resumes it.
     */
    resume: (actor: Actor, id: number): Promise<Autopilot> =>
      change(actor, id, async (row) => {
        await searchedList(actor, row.list_id)
        if (row.state === 'active') return null
        const owner = row.pause_reason === 'access' ? runsAs(actor) : {}
        return { ...RESUMED, ...owner, empty_runs: 0, next_slot: nextSlot(scheduleOf(row), await clock(db)) }
      }),

    duplicate: (actor: Actor, id: number): Promise<Autopilot> =>
      transaction(db, async () => {
        const row = await lockAutopilotOf(db, actor, id)
        await refuseTooMany(db, actor)
        const { account_id, list_id, cap, month_cap, only_new, empty_limit, steps } = row
        const copy = await insertAutopilot(db, {
          account_id,
          list_id,
          cap,
          month_cap,
          only_new,
          empty_limit,
          steps,
          ...scheduleOf(row),
          name: `Copy of ${row.name}`.slice(0, LONGEST_NAME),
          state: 'paused',
          pause_reason: 'person',
          paused_at: await clock(db),
          ...runsAs(actor),
          updated_by: actor.userId,
        })
        auditAutopilot(db, copy, { copy_of: id })
        return show(actor, copy.id)
      }),

    remove: (actor: Actor, id: number): Promise<void> =>
      transaction(db, async () => {
        const row = await lockAutopilotOf(db, actor, id)
        auditAutopilot(db, await updateAutopilot(db, row, { deleted_at: await clock(db) }))
      }),

    /** Restores a deleted one; slots missed meanwhile are skipped. */
    restore: (actor: Actor, id: number): Promise<Autopilot> =>
      change(
        actor,
        id,
        async (row) => {
          await refuseTooMany(db, actor)
          const next_slot = row.state === 'active' ? nextSlot(scheduleOf(row), await clock(db)) : null
          return { deleted_at: null, next_slot }
        },
        true,
      ),
  }
}
