import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { isConnectionError, transaction } from '#server/platform/db/db.ts'
import { LONG_SILENCE_MS } from '#server/platform/db/limited-client.ts'
import { AppError } from '#server/platform/errors.ts'
import { publish } from '#server/platform/live-bus.ts'
import { storageProblem } from '#server/platform/storage/disk-full.ts'
import type { Outcome } from './end-run.ts'
import { RunStopped } from './run-stops.ts'
import type { RunContext, RunExecutor } from './run-types.ts'
import { lockRun, type Progress, type RunRow, writeProgress } from './runs-store.ts'
import type { WatchRun } from './watch-runs.ts'

/** A longer statement of a step is cancelled: the step must end before its lease does. */
const STEP_SECONDS = 10
/** A step in progress for longer hangs. Many times what a large one takes on a slow machine. */
const STEP_LIMIT_MS = 5 * 60_000
/** The same for what a run does between two steps, such as reading a large file or building an index. */
const PAUSE_LIMIT_MS = LONG_SILENCE_MS
/** A step that waits longer for a lock releases its own and retries: waiting is not the run's fault. */
const LOCK_SECONDS = 5

/** Limits of the steps of a run; the usual ones when absent. */
export interface StepLimits {
  /** How long a step waits for a lock before it is retried. */
  lockSeconds?: number
  /** After how long a step counts as hanging. */
  stepLimitMs?: number
}

interface Attempt {
  run: RunRow
  executor: RunExecutor
  watch: WatchRun
  limits: StepLimits
}

type HangWatch = ReturnType<typeof watchForHang>

/** Notices that a run no longer moves, whatever it waits for; its lease must not be renewed for ever. */
function watchForHang(onHang: () => void) {
  const hung = Promise.withResolvers<never>()
  hung.promise.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  return {
    /** Rejects once it hangs. */
    hung: hung.promise,
    /** The next sign of life must come within this time. */
    within(ms: number) {
      end()
      timer = setTimeout(() => {
        onHang()
        hung.reject(new RunStopped('lost'))
      }, ms)
    },
    end,
  }
}

function createRunContext(
  ctx: Context,
  { run, limits: { lockSeconds = LOCK_SECONDS, stepLimitMs = STEP_LIMIT_MS } }: Attempt,
  signal: AbortSignal,
  progress: HangWatch,
): RunContext {
  return {
    run: run as RunContext['run'],
    signal,
    step: async (work) => {
      if (signal.aborted) throw signal.reason
      progress.within(stepLimitMs)
      await transaction(ctx.db, async () => {
        await sql`select set_config('statement_timeout', ${`${STEP_SECONDS}s`}, true),
            set_config('lock_timeout', ${`${lockSeconds}s`}, true)`.execute(ctx.db)
        const row = await lockRun(ctx.db, run.account_id, run.id)
        if (!row || row.attempt !== run.attempt || row.state !== 'running') throw new RunStopped('lost')
        if (row.cancel_requested_at) throw new RunStopped('cancelled')
        const written = await work(row as RunContext['run'])
        await writeProgress(ctx.db, run.account_id, run.id, written as Progress)
        await publish(ctx.db, { accountId: run.account_id, kind: 'run', id: run.id })
      })
      progress.within(PAUSE_LIMIT_MS)
    },
  }
}

/**
 * Works on a run, step by step, until it is done or interrupted.
 * @throws what neither ends nor fails the run: a lost database connection, lease or process, or a bug
 */
export async function attemptRun(ctx: Context, attempt: Attempt): Promise<Outcome> {
  const { run, executor, watch } = attempt
  if (run.cancel_requested_at) return { state: 'cancelled' }
  const watcher = watch(run)
  const progress = watchForHang(() => {
    ctx.log.warn({ run: run.id, kind: run.kind }, 'a run hangs; another worker may take it')
    watcher.controller.abort(new RunStopped('lost'))
  })
  progress.within(PAUSE_LIMIT_MS)
  try {
    await Promise.race([
      executor.run(createRunContext(ctx, attempt, watcher.controller.signal, progress)),
      progress.hung,
    ])
    return { state: 'succeeded' }
  } catch (error) {
    const cause = watcher.controller.signal.aborted ? watcher.controller.signal.reason : error
    if (cause instanceof RunStopped && cause.reason === 'cancelled') return { state: 'cancelled' }
    if (cause instanceof RunStopped || isConnectionError(cause)) throw cause
    if (cause instanceof AppError)
      return { state: 'failed', error: { code: cause.code, message: cause.message } }
    const message = storageProblem(cause)
    if (message) {
      ctx.log.error({ err: cause, run: run.id, kind: run.kind }, 'run failed: its files can’t be stored')
      return { state: 'failed', error: { code: 'unavailable', message } }
    }
    throw cause
  } finally {
    progress.end()
    watcher.stop()
  }
}
