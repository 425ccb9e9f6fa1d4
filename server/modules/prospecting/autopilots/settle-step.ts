import { transaction } from '#server/platform/db/db.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { updateRun } from './autopilots-store.ts'
import { type EndDeps, endLocked, isOver, lockWorking, type RunPlace, recordStep } from './locked-run.ts'
import { causeOf } from './pause-autopilot.ts'

/** Stores the result of a step's ended run. @returns whether there is more to do now. */
export const settleStep = (deps: EndDeps & Pick<AutopilotDeps, 'runs'>, place: RunPlace): Promise<boolean> =>
  transaction(deps.db, async () => {
    const locked = await lockWorking(deps.db, place)
    if (!locked) return false
    const { run } = locked
    if (run.run_id === null) return true
    const work = await deps.runs.find(run.account_id, run.run_id)
    if (work && !work.finished_at) return false
    const cost = run.cost + (work?.cost ?? 0)
    if (run.step > 0) {
      locked.run = await updateRun(deps.db, run, { cost })
      const state =
        work?.state === 'succeeded' ? 'done' : work?.state === 'cancelled' ? 'cancelled' : 'failed'
      const message = work?.error?.message ?? null
      const known = run.results.find((result) => !isOver(result))
      await recordStep(deps.db, locked, {
        state,
        run_id: run.run_id,
        leads: known?.leads ?? 0,
        cost: work?.cost ?? 0,
        message,
      })
      if (state !== 'failed') return true
      return endLocked(deps, locked, {
        state: 'failed',
        message,
        cause: work?.error ? causeOf(work.error) : null,
      })
    }
    const { delivered = 0, matched = 0, unpaid = 0 } = work?.counts ?? {}
    locked.run = await updateRun(deps.db, run, { cost, leads: delivered, matched })
    if (work?.state === 'cancelled')
      return endLocked(deps, locked, { state: 'cancelled', message: 'The search was stopped' })
    if (work?.state !== 'succeeded') {
      const error = work?.error ?? { code: 'conflict', message: 'The search no longer exists' }
      return endLocked(deps, locked, { state: 'failed', message: error.message, cause: causeOf(error) })
    }
    if (delivered === 0)
      return endLocked(deps, locked, { state: 'finished', message: null, isShort: unpaid > 0 })
    return recordStep(deps.db, locked, null)
  })
