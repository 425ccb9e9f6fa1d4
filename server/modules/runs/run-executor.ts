import { sql } from 'kysely'
import { sleep } from '#server/platform/clock.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import {
  createShare,
  type Db,
  isClash,
  isConnectionError,
  transaction,
  withShare,
} from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { LiveBus } from '#server/platform/live-bus.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { Log } from '#server/platform/log.ts'
import { endRun } from './end-run.ts'
import { createLeaseKeeper } from './keep-leases.ts'
import type { EndState, RunContext, RunExecutor } from './run-types.ts'
import {
  claimRun,
  lockRun,
  type Progress,
  parkRun,
  type RunRow,
  releaseRun,
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

/** Thrown inside a run to give its place to others: it waits for somebody, and is taken up again after a while. */
export class RunParked extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super(`run parked for ${seconds} seconds`)
    this.seconds = seconds
  }
}

const MAX_FAILURES = 3
/** A statement of a step that takes longer is cut off: the step must end before its lease does. */
const STEP_SECONDS = 10

/** How a run ended. */
export type Outcome = { state: EndState; error?: { code: string; message: string } }

export interface RunWorkerDeps {
  db: Db
  log: Log
  bus: LiveBus
  executors: RunExecutor[]
  /** Hears of each run that ends, in the transaction that ends it; `run` is how it stood before. */
  ended?(run: RunRow, outcome: Outcome): Promise<void>
  /** Connections that runs may hold at the same time; the others are for requests. Default: half a pool of 12. */
  connections?: number
}

/** Executes runs one claim at a time, whatever wakes it: a job, the recovery scan or a retry. */
export function createRunWorker({ db, log, bus, executors, ended, connections = 6 }: RunWorkerDeps) {
  const owner = randomId()
  const share = createShare(connections)
  const byKind = new Map(executors.map((executor) => [executor.kind, executor]))
  const shutdown = new AbortController()
  const leases = createLeaseKeeper(db)
  /** What this process works on, by run. */
  const active = new Map<string, Promise<void>>()

  function watch(run: RunRow): { controller: AbortController; stop(): void } {
    const controller = new AbortController()
    const stopBy = (reason: RunStopped['reason']) => controller.abort(new RunStopped(reason))
    const onShutdown = () => stopBy('shutdown')
    shutdown.signal.addEventListener('abort', onShutdown, { once: true })
    const letGo = leases.keep({ accountId: run.account_id, id: run.id, attempt: run.attempt }, stopBy)
    const unsubscribe = bus.subscribe((message) => {
      if (message.kind === 'run_cancel' && message.accountId === run.account_id && message.id === run.id)
        stopBy('cancelled')
    })
    return {
      controller,
      stop() {
        letGo()
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
          await sql`select set_config('statement_timeout', ${`${STEP_SECONDS}s`}, true)`.execute(db)
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
      await executor.settle?.(row, state, (last) =>
        writeProgress(db, run.account_id, run.id, last as Progress),
      )
      await endRun(db, row, state, outcome.error ?? null)
      await ended?.(row, { ...outcome, state })
      await publish(db, { accountId: run.account_id, kind: 'run', id: run.id })
    })
  }

  /** A fault of ours: try again from the cursor, and after three tries give up and settle. */
  async function afterFault(run: RunRow, executor: RunExecutor, error: unknown): Promise<boolean> {
    log.error({ err: error, run: run.id, kind: run.kind }, 'run failed')
    const released = await releaseRun(db, run.account_id, run.id, run.attempt, true)
    if (!released || released.failures < MAX_FAILURES) return true
    const claimed = await claimRun(db, run.account_id, run.id, { owner, held: null })
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

  /** Works on a claimed run. @returns true when it should be tried again soon. */
  async function work(run: RunRow, executor: RunExecutor): Promise<boolean> {
    try {
      await finish(run, executor, await attempt(run, executor))
      return false
    } catch (error) {
      if (error instanceof RunStopped) {
        if (error.reason === 'shutdown')
          await releaseRun(db, run.account_id, run.id, run.attempt, false).catch(() => {})
        return false
      }
      if (error instanceof RunParked) {
        await parkRun(db, run, error.seconds)
        return false
      }
      if (isConnectionError(error) || isClash(error)) return true
      return afterFault(run, executor, error)
    }
  }

  async function execute(accountId: number, runId: number): Promise<void> {
    let held: number | null = null
    const once = async (): Promise<boolean> => {
      const run = await claimRun(db, accountId, runId, { owner, held })
      const executor = run && byKind.get(run.kind)
      if (!run || !executor) return false
      held = run.attempt
      return work(run, executor)
    }
    for (let pause = 200; !shutdown.signal.aborted; pause = Math.min(pause * 2, 2000)) {
      const again = await once().catch((error) => {
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
      const key = `${accountId}:${runId}`
      // A second job of the same run, or a recovery that is too eager: it is being worked on.
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
    /** Stops all work within one step; what was written stays and the next process goes on. */
    async close(): Promise<void> {
      shutdown.abort()
      await Promise.allSettled(active.values())
    },
  }
}

export type RunWorker = ReturnType<typeof createRunWorker>
