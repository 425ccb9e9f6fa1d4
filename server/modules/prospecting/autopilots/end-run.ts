import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  type AutopilotRow,
  type AutopilotRunRow,
  findCheckRun,
  updateAutopilot,
  updateRun,
} from './autopilots-store.ts'
import { notifyFinished } from './notify-finished.ts'
import { type PauseCause, pauseLocked } from './pause-autopilot.ts'

export interface Ending {
  state: 'finished' | 'failed' | 'cancelled'
  message: string | null
  cause?: PauseCause | null
  /** Leads were skipped because credits ran out. */
  isShort?: boolean
}

const times = (count: number) => (count === 1 ? 'the last run' : `${count} runs in a row`)

/** Effects of an ended run on the autopilot: too long without new leads, no credits, a failed source. */
function pauseAfter(autopilot: AutopilotRow, ending: Ending, emptyRuns: number): PauseCause | null {
  if (ending.cause) return ending.cause
  if (ending.state !== 'finished') return null
  if (ending.isShort)
    return {
      reason: 'credits',
      message: 'Credits ran out, so leads were skipped. Add credits, then resume it',
    }
  if (emptyRuns < autopilot.empty_limit) return null
  return { reason: 'empty', message: `No new leads in ${times(emptyRuns)}. Widen its search, then resume it` }
}

/** Notifies once that all matches are saved, until something new appears. */
async function notifyExhausted(
  ctx: Context,
  autopilot: AutopilotRow,
  { leads, matched, results }: AutopilotRunRow,
  now: Date,
): Promise<Date | null> {
  if (leads > 0 || !matched || findCheckRun(results) !== null) return null
  if (autopilot.exhausted_at) return autopilot.exhausted_at
  const { account_id: accountId, id, name, created_by } = autopilot
  const audience = created_by === null ? ({ permission: 'owner' } as const) : { userIds: [created_by] }
  const detail = { autopilot_id: id, since: now.toISOString(), name, matched }
  await transaction(ctx.db, () =>
    notify(ctx, { accountId, ...audience, kind: 'autopilot_exhausted', detail }),
  )
  return now
}

/** Ends a run in the caller's transaction: its row, effects on the autopilot, and notifications. */
export async function endRun(
  ctx: Context,
  autopilot: AutopilotRow,
  { run, ending, now }: { run: AutopilotRunRow; ending: Ending; now: Date },
): Promise<void> {
  const ended = await updateRun(ctx.db, run, {
    state: ending.state,
    message: ending.message,
    run_id: null,
    finished_at: now,
  })
  const isCounted = ending.state === 'finished' && !ending.isShort
  // Who looks again at websites waits for changes, not only for new leads.
  const isUseful = run.leads > 0 || findCheckRun(run.results) !== null
  const emptyRuns = isUseful ? 0 : autopilot.empty_runs + (isCounted ? 1 : 0)
  const exhausted_at = isCounted ? await notifyExhausted(ctx, autopilot, ended, now) : autopilot.exhausted_at
  const row = await updateAutopilot(ctx.db, autopilot, { empty_runs: emptyRuns, exhausted_at })
  await notifyFinished(ctx.db, row, ended)
  const cause = autopilot.deleted_at ? null : pauseAfter(autopilot, ending, emptyRuns)
  if (cause) await pauseLocked(ctx, row, cause, now)
}
