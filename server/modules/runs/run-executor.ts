import { sleep } from '#server/platform/clock.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import { type Db, isClash, isConnectionError, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { LiveBus } from '#server/platform/live-bus.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { Log } from '#server/platform/log.ts'
import type { EndState, RunContext, RunExecutor } from './run-types.ts'
import {
  claimRun,
  finishRun,
  lockRun,
  type Progress,
  type RunRow,
  releaseRun,
  renewLease,
  writeProgress,
} from './runs-store.ts'

/** Thrown inside a run to end it: cancelled by a person, taken over by another worker, or the process stops. */
export class RunStopped extends Error {
  readonly reason: 'cancelled' | 'lost' | 'shutdown'
  constructor(reason: 'cancelled' | 'lost' | 'shutdown') {
    super(`run stopped: ${reason}`)
    this.reason = reason
  }
}

const MAX_FAILURES = 3
/** Also how soon a stop is noticed whose notification was lost. */
const RENEW_MS = 1500

type Outcome = { state: EndState; error?: { code: string; message: string } }

export interface RunWorkerDeps {
  db: Db
  log: Log
  bus: LiveBus
  executors: RunExecutor[]
}

/** Executes runs one claim at a time, whatever wakes it: a job, the recovery scan or a retry. */
export function createRunWorker({ db, log, bus, executors }: RunWorkerDeps) {
  const owner = randomId()
  const byKind = new Map(executors.map((executor) => [executor.kind, executor]))
  const shutdown = new AbortController()
  const active = new Set<Promise<void>>()

  function watch(run: RunRow): { controller: AbortController; stop(): void } {
    const controller = new AbortController()
    const stopBy = (reason: RunStopped['reason']) => controller.abort(new RunStopped(reason))
    const onShutdown = () => stopBy('shutdown')
    shutdown.signal.addEventListener('abort', onShutdown, { once: true })
    const check = async () => {
      const row = await renewLease(db, run.account_id, run.id, run.attempt)
      if (!row) stopBy('lost')
      else if (row.cancel_requested_at) stopBy('cancelled')
    }
    // A database that is away is noticed by the step that runs; the timer only keeps the lease.
    const timer = setInterval(() => void check().catch(() => {}), RENEW_MS)
    const unsubscribe = bus.subscribe((message) => {
      if (message.kind === 'run_cancel' && message.accountId === run.account_id && message.id === run.id)
        stopBy('cancelled')
    })
    return {
      controller,
      stop() {
        clearInterval(timer)
        unsubscribe()
        shutdown.signal.removeEventListener('abort', onShutdown)
      },
    }
  }

  function contextOf(run: RunRow, signal: AbortSignal): RunContext {
    return {
      run: run as RunContext['run'],
      signal,
      step: async (work) => {
        if (signal.aborted) throw signal.reason
        await transaction(db, async () => {
          const row = await lockRun(db, run.account_id, run.id)
          if (!row || row.attempt !== run.attempt || row.state !== 'running') throw new RunStopped('lost')
          if (row.cancel_requested_at) throw new RunStopped('cancelled')
          const progress = await work(row as RunContext['run'])
          await writeProgress(db, run.account_id, run.id, progress as Progress)
          await publish(db, { accountId: run.account_id, kind: 'run', id: run.id })
        })
      },
    }
  }

  async function attempt(run: RunRow, executor: RunExecutor): Promise<Outcome> {
    if (run.cancel_requested_at) return { state: 'cancelled' }
    const watcher = watch(run)
    try {
      await executor.run(contextOf(run, watcher.controller.signal))
      return { state: 'succeeded' }
    } catch (error) {
      const cause = watcher.controller.signal.aborted ? watcher.controller.signal.reason : error
      if (cause instanceof RunStopped && cause.reason === 'cancelled') return { state: 'cancelled' }
      if (cause instanceof RunStopped || isConnectionError(cause)) throw cause
      if (cause instanceof AppError)
        return { state: 'failed', error: { code: cause.code, message: cause.message } }
      throw cause
    } finally {
      watcher.stop()
    }
  }

  async function finish(run: RunRow, executor: RunExecutor, outcome: Outcome): Promise<void> {
    await transaction(db, async () => {
      const row = await lockRun(db, run.account_id, run.id)
      if (!row || row.attempt !== run.attempt || row.state !== 'running') return
      // Asked to stop in the last moment: what was delivered stays, the word is the person's.
      const state = outcome.state === 'succeeded' && row.cancel_requested_at ? 'cancelled' : outcome.state
      await executor.settle?.(row, state)
      await finishRun(db, run.account_id, run.id, state, outcome.error ?? null)
      await publish(db, { accountId: run.account_id, kind: 'run', id: run.id })
    })
  }

  /** A fault of ours: try again from the cursor, and after three tries give up and settle. */
  async function afterFault(run: RunRow, executor: RunExecutor, error: unknown): Promise<boolean> {
    log.error({ err: error, run: run.id, kind: run.kind }, 'run failed')
    const released = await releaseRun(db, run.account_id, run.id, run.attempt, true)
    if (!released || released.failures < MAX_FAILURES) return true
    const claimed = await claimRun(db, run.account_id, run.id, owner)
    if (claimed)
      await finish(claimed, executor, {
        state: 'failed',
        error: {
          code: 'internal',
          message: 'This run failed on our side; it has been recorded and nothing more is charged',
        },
      })
    return false
  }

  /** One claim. @returns true when the run should be tried again soon. */
  async function once(accountId: number, runId: number): Promise<boolean> {
    const run = await claimRun(db, accountId, runId, owner)
    const executor = run && byKind.get(run.kind)
    if (!run || !executor) return false
    try {
      await finish(run, executor, await attempt(run, executor))
      return false
    } catch (error) {
      if (error instanceof RunStopped) {
        if (error.reason === 'shutdown')
          await releaseRun(db, accountId, runId, run.attempt, false).catch(() => {})
        return false
      }
      if (isConnectionError(error) || isClash(error)) return true
      return afterFault(run, executor, error)
    }
  }

  async function execute(accountId: number, runId: number): Promise<void> {
    for (let pause = 200; !shutdown.signal.aborted; pause = Math.min(pause * 2, 2000)) {
      const again = await once(accountId, runId).catch((error) => {
        if (!isConnectionError(error)) throw error
        return true
      })
      if (!again) return
      await sleep(pause, shutdown.signal)
    }
  }

  return {
    /** Works on a run until it is finished, taken over or the process stops. */
    execute(accountId: number, runId: number): Promise<void> {
      const work = execute(accountId, runId)
      active.add(work)
      return work.finally(() => active.delete(work))
    },
    /** How many runs are worked on right now. */
    busy: () => active.size,
    /** Stops all work within one step; what was written stays and the next process goes on. */
    async close(): Promise<void> {
      shutdown.abort()
      await Promise.allSettled(active)
    },
  }
}

export type RunWorker = ReturnType<typeof createRunWorker>
