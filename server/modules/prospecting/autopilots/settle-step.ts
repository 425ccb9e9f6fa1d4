import { stepDefinition } from '#contract/prospecting/autopilot-steps.ts'
import { findRun } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { updateRun } from './autopilots-store.ts'
import { endLocked, isOver, lockWorking, type RunPlace, recordStep } from './locked-run.ts'
import { findCause } from './pause-autopilot.ts'
import { STEPS } from './steps.ts'

/** Stores the result of a step's ended run. @returns whether there is more to do now. */
export const settleStep = (ctx: Context, place: RunPlace): Promise<boolean> =>
  transaction(ctx.db, async () => {
    const locked = await lockWorking(ctx.db, place)
    if (!locked) return false
    const { run } = locked
    if (run.run_id === null) return true
    const work = await findRun(ctx, run.account_id, run.run_id)
    if (work && !work.finished_at) return false
    const cost = run.cost + (work?.cost ?? 0)
    if (run.step > 0) {
      locked.run = await updateRun(ctx.db, run, { cost })
      const state =
        work?.state === 'succeeded' ? 'done' : work?.state === 'cancelled' ? 'cancelled' : 'failed'
      const place = { accountId: run.account_id, listId: locked.autopilot.list_id, runId: run.run_id }
      const step = run.steps[run.step - 1]?.step
      const summary = (state === 'done' && step && (await STEPS[step].summarise?.(ctx.db, place))) || null
      const message = work?.error?.message ?? summary
      const known = run.results.find((result) => !isOver(result))
      await recordStep(ctx.db, locked, {
        state,
        run_id: run.run_id,
        leads: known?.leads ?? 0,
        cost: work?.cost ?? 0,
        message,
      })
      if (state !== 'failed') return true
      return endLocked(ctx, locked, {
        state: 'failed',
        message,
        cause: work?.error ? findCause(work.error) : null,
      })
    }
    const { delivered = 0, matched = 0, unpaid = 0 } = work?.counts ?? {}
    locked.run = await updateRun(ctx.db, run, { cost, leads: delivered, matched })
    if (work?.state === 'cancelled')
      return endLocked(ctx, locked, { state: 'cancelled', message: 'The search was stopped' })
    if (work?.state !== 'succeeded') {
      const error = work?.error ?? { code: 'conflict', message: 'The search no longer exists' }
      return endLocked(ctx, locked, { state: 'failed', message: error.message, cause: findCause(error) })
    }
    const looksAgain = run.steps.some(({ step }) => stepDefinition(step).wholeList)
    if (delivered === 0 && !looksAgain)
      return endLocked(ctx, locked, { state: 'finished', message: null, isShort: unpaid > 0 })
    return recordStep(ctx.db, locked, null)
  })
