import type { Autopilot } from '#contract/prospecting/autopilots.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { auditAutopilot, lockOwnAutopilot, refuseTooMany, runsAs } from './autopilot-edits.ts'
import {
  type AutopilotChange,
  type AutopilotRow,
  insertAutopilot,
  readSchedule,
  updateAutopilot,
} from './autopilots-store.ts'
import { findSearchedList } from './check-autopilot.ts'
import { pauseLocked } from './pause-autopilot.ts'
import { scheduleNow } from './schedule-clock.ts'
import { showAutopilot } from './show-autopilots.ts'
import { nextSlot } from './slots.ts'

const LONGEST_NAME = 200
const RESUMED = { state: 'active', pause_reason: null, pause_message: null, paused_at: null } as const

/** Changes a locked autopilot, records it, and returns the result. */
const switchAutopilot = (
  ctx: Context,
  actor: Actor,
  id: number,
  work: (row: AutopilotRow) => Promise<AutopilotChange | null>,
  deleted = false,
): Promise<Autopilot> =>
  transaction(ctx.db, async () => {
    const row = await lockOwnAutopilot(ctx.db, actor, id, deleted)
    const to = await work(row)
    if (!to) markUnchanged()
    else auditAutopilot(ctx.db, await updateAutopilot(ctx.db, row, to))
    return showAutopilot(ctx, actor, id)
  })

/** Pauses an autopilot until a person resumes it. */
export const pauseAutopilot = (ctx: Context, actor: Actor, id: number): Promise<Autopilot> =>
  transaction(ctx.db, async () => {
    const row = await lockOwnAutopilot(ctx.db, actor, id)
    if (row.state === 'paused') markUnchanged()
    else {
      await pauseLocked(ctx, row, { reason: 'person', message: '' }, await scheduleNow(ctx))
      auditAutopilot(ctx.db, row)
    }
    return showAutopilot(ctx, actor, id)
  })

/**
 * Continues with the next slot; missed slots are skipped. If its person has lost access, it runs as whoever
 * resumes it.
 */
export const resumeAutopilot = (ctx: Context, actor: Actor, id: number): Promise<Autopilot> =>
  switchAutopilot(ctx, actor, id, async (row) => {
    await findSearchedList(ctx, actor, row.list_id)
    if (row.state === 'active') return null
    const owner = row.pause_reason === 'access' ? runsAs(actor) : {}
    return {
      ...RESUMED,
      ...owner,
      empty_runs: 0,
      next_slot: nextSlot(readSchedule(row), await scheduleNow(ctx)),
    }
  })

/** A paused copy, which runs as whoever makes it. */
export const duplicateAutopilot = (ctx: Context, actor: Actor, id: number): Promise<Autopilot> =>
  transaction(ctx.db, async () => {
    const row = await lockOwnAutopilot(ctx.db, actor, id)
    await refuseTooMany(ctx.db, actor)
    const { account_id, list_id, cap, month_cap, only_new, empty_limit, steps } = row
    const copy = await insertAutopilot(ctx.db, {
      account_id,
      list_id,
      cap,
      month_cap,
      only_new,
      empty_limit,
      steps,
      ...readSchedule(row),
      name: `Copy of ${row.name}`.slice(0, LONGEST_NAME),
      state: 'paused',
      pause_reason: 'person',
      paused_at: await scheduleNow(ctx),
      ...runsAs(actor),
      updated_by: actor.userId,
    })
    auditAutopilot(ctx.db, copy, { copy_of: id })
    return showAutopilot(ctx, actor, copy.id)
  })

/** Moves an autopilot to the trash. */
export const removeAutopilot = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const row = await lockOwnAutopilot(ctx.db, actor, id)
    auditAutopilot(ctx.db, await updateAutopilot(ctx.db, row, { deleted_at: await scheduleNow(ctx) }))
  })

/** Restores a deleted one; slots missed meanwhile are skipped. */
export const restoreAutopilot = (ctx: Context, actor: Actor, id: number): Promise<Autopilot> =>
  switchAutopilot(
    ctx,
    actor,
    id,
    async (row) => {
      await refuseTooMany(ctx.db, actor)
      const next_slot = row.state === 'active' ? nextSlot(readSchedule(row), await scheduleNow(ctx)) : null
      return { deleted_at: null, next_slot }
    },
    true,
  )
