import { sleep } from '#server/platform/clock.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import {
  afterCommit,
  createShare,
  isConnectionError,
  isLockConflict,
  transaction,
  withShare,
} from '#server/platform/db/db.ts'
import { attemptRun, type StepLimits } from './attempt-run.ts'
import { type Outcome, settleRun } from './end-run.ts'
import { findExecutor } from './executors.ts'
import { RunParked, RunStopped } from './run-stops.ts'
import type { RunExecutor } from './run-types.ts'
import * as store from './runs-store.ts'
import { createRunWatch } from './watch-runs.ts'

const MAX_FAILURES = 3

declare module '#server/platform/context.ts' {
  interface Context {
    /** Told of each run that this process ended, for metrics. */
    onRunEnded?(kind: string, state: string): void
  }
}

export interface RunWorkerOptions extends StepLimits {
  /** The only kinds it carries out; those of all modules when absent. */
  executors?: readonly RunExecutor[]
  /** Connections that runs may hold at the same time; the others are for requests. Default: half a pool of 12. */
  connections?: number
}

/** Executes runs one claim at a time, started by a job, the recovery scan or a retry. */
export function createRunWorker(
  ctx: Context,
  { executors, connections = 6, ...limits }: RunWorkerOptions = {},
) {
  const owner = randomId()
  const share = createShare(connections)
  const executorFor = (kind: RunExecutor['kind']) =>
    executors ? executors.find((executor) => executor.kind === kind) : findExecutor(ctx, kind)
  const shutdown = new AbortController()
  const watch = createRunWatch(ctx, shutdown.signal)
  /** Runs this process works on. */
  const active = new Map<string, Promise<void>>()

  async function finish(run: store.RunRow, executor: RunExecutor, outcome: Outcome): Promise<void> {
    await transaction(ctx.db, async () => {
      const row = await store.lockRun(ctx.db, run.account_id, run.id)
      if (!row || row.attempt !== run.attempt || row.state !== 'running') return
      // A stop requested at the last moment: delivered leads stay, and the person's stop wins.
      const state = outcome.state === 'succeeded' && row.cancel_requested_at ? 'cancelled' : outcome.state
      await settleRun(ctx, executor, row, { ...outcome, state })
      afterCommit(ctx.db, async () => ctx.onRunEnded?.(row.kind, state))
    })
  }

  /** Our fault: retry from the cursor, and after three tries give up and settle. */
  async function afterFault(run: store.RunRow, executor: RunExecutor, error: unknown): Promise<boolean> {
    ctx.log.error({ err: error, run: run.id, kind: run.kind }, 'run failed')
    const released = await store.releaseRun(ctx.db, run.account_id, {
      id: run.id,
      attempt: run.attempt,
      failed: true,
    })
    if (!released || released.failures < MAX_FAILURES) return true
    const claimed = await store.claimRun(ctx.db, run.account_id, run.id, { owner, held: null })
    if (claimed)
      await finish(claimed, executor, {
        state: 'failed',
        error: {
          code: 'internal',
          message: 'This run failed on our side. We’ve recorded the error and won’t charge you anything more',
        },
      })
    return false
  }

  /** Works on a claimed run. @returns true when it should be retried soon. */
  async function work(run: store.RunRow, executor: RunExecutor): Promise<boolean> {
    try {
      await finish(run, executor, await attemptRun(ctx, { run, executor, watch, limits }))
      return false
    } catch (error) {
      if (error instanceof RunStopped) {
        if (error.reason === 'shutdown')
          await store
            .releaseRun(ctx.db, run.account_id, { id: run.id, attempt: run.attempt, failed: false })
            .catch(() => {})
        return false
      }
      if (error instanceof RunParked) {
        await store.parkRun(ctx.db, run, error.seconds)
        return false
      }
      if (isConnectionError(error) || isLockConflict(error)) return true
      return afterFault(run, executor, error)
    }
  }

  async function execute(accountId: number, runId: number): Promise<void> {
    let held: number | null = null
    const once = async (): Promise<boolean> => {
      const run = await store.claimRun(ctx.db, accountId, runId, { owner, held })
      const executor = run && executorFor(run.kind)
      if (!run || !executor) return false
      held = run.attempt
      return work(run, executor)
    }
    for (let pause = 200; !shutdown.signal.aborted; pause = Math.min(pause * 2, 2000)) {
      const retry = await once().catch((error) => {
        if (!isConnectionError(error)) throw error
        return true
      })
      if (!retry) return
      await sleep(pause, shutdown.signal)
    }
  }

  return {
    /** Works on a run until it is finished, taken over or the process stops. */
    execute(accountId: number, runId: number): Promise<void> {
      const key = `${accountId}:${runId}`
      // A second job of the same run, or an early recovery: it is already being worked on.
      const running = active.get(key)
      if (running) return running
      const work = withShare(share, () => execute(accountId, runId)).finally(() => active.delete(key))
      active.set(key, work)
      return work
    },
    /** Whether this process works on a run right now. */
    isBusyWith: (accountId: number, runId: number) => active.has(`${accountId}:${runId}`),
    /** How many runs are worked on right now. */
    busy: () => active.size,
    /** Stops all work within one step; written data stays and the next process continues. */
    async close(): Promise<void> {
      shutdown.abort()
      await Promise.allSettled(active.values())
    },
  }
}

export type RunWorker = ReturnType<typeof createRunWorker>

/** The worker of a process. */
export const runWorkerOf = perContext((ctx): RunWorker => createRunWorker(ctx))
