import type { StepResult } from '#contract/prospecting/autopilots.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as store from './autopilots-store.ts'
import { type Ending, endRun } from './end-run.ts'
import { scheduleNow } from './schedule-clock.ts'

export interface LockedRun {
  autopilot: store.AutopilotRow
  run: store.AutopilotRunRow
}
export interface RunPlace {
  account_id: number
  autopilot_id: number
  id: number
}

/** Locks the autopilot before the run, as the slot starter does. Null when the run has ended. */
export async function lockWorking(
  db: Db,
  { account_id, autopilot_id, id }: RunPlace,
): Promise<LockedRun | null> {
  const autopilot = await store.lockAutopilot(db, account_id, autopilot_id)
  const run = await store.lockRun(db, account_id, id)
  return autopilot && run?.state === 'working' ? { autopilot, run } : null
}

export async function endLocked(ctx: Context, locked: LockedRun, ending: Ending): Promise<false> {
  await endRun(ctx, locked.autopilot, { run: locked.run, ending, now: await scheduleNow(ctx) })
  return false
}

/** Records the current step's result and moves to the next one. */
export async function recordStep(
  db: Db,
  { run }: LockedRun,
  result: Omit<StepResult, 'step'> | null,
): Promise<true> {
  const step = run.steps[run.step - 1]?.step
  await store.updateRun(db, run, {
    step: run.step + 1,
    run_id: null,
    ...(result && step && { results: [...run.results.filter(isOver), { step, ...result }] }),
  })
  return true
}

export const isOver = ({ state }: StepResult): boolean => state !== 'working'
