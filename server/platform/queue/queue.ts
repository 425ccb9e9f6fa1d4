import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Job as BossJob, fromKysely, PgBoss, type WipData } from 'pg-boss'
import { systemClock } from '../clock.ts'
import { type Db, isConnectionError, isLockConflict } from '../db/db.ts'
import {
  connectInLine,
  LimitedClient,
  LONG_SILENCE_MS,
  SILENCE_MS,
  STATEMENT_MS,
} from '../db/limited-client.ts'
import type { Log } from '../log.ts'
import { ItemsFailedError } from './for-each-item.ts'

/** A kind of background work. `handle` must be idempotent: it may run again after a crash. */
export interface JobDefinition<Input extends object> {
  name: string
  /** Retries after the first failure. */
  retries: number
  /** Per process. */
  concurrency: number
  /** Cron expression in UTC; sent by the scheduler role. */
  cron?: string
  handle(input: Input, signal: AbortSignal): Promise<void>
  /** Failures that are part of the work, such as a mail server that is away: nobody has to look at each. */
  isOrdinary?(error: unknown): boolean
}

export const defineJob = <Input extends object>(definition: JobDefinition<Input>): JobDefinition<Input> =>
  definition

/** A scheduled job without input; one runs at a time in the whole installation. */
export const scheduledJob = ({
  retries = 1,
  ...definition
}: Pick<JobDefinition<never>, 'name' | 'cron'> & {
  retries?: number
  handle: JobDefinition<Record<string, never>>['handle']
}): JobDefinition<never> => ({ ...definition, retries, concurrency: 1 }) as JobDefinition<never>

export interface Queue {
  /** Enqueues within `db`: with an open transaction the job exists only if it commits. */
  send<Input extends object>(db: Db, name: string, input: Input, afterSeconds?: number): Promise<void>
  /** Starts processing these jobs. */
  work(jobs: JobDefinition<never>[], roles: { worker: boolean; scheduler: boolean }): Promise<void>
  /** Names of jobs whose worker in this process has not polled for `ms`. */
  silent(ms: number): string[]
  close(): Promise<void>
}

/** Wraps a job's work to record its outcome. */
export type AroundJob = (job: string, work: () => Promise<void>) => Promise<void>

/** Seconds that determine how soon a lost notification and a dead worker are noticed. */
export interface QueueTiming {
  /** Fallback for a lost NOTIFY. */
  poll: number
  /** A worker silent for longer is considered dead; its jobs go to others. At least 10. */
  heartbeat: number
  /** How often dead workers are looked for. */
  supervise: number
}
/** Together under a minute from kill -9 to the retry. */
const TIMING: QueueTiming = { poll: 5, heartbeat: 30, supervise: 15 }

// A batch of at least two, because burstWhenBatchFull is ignored for one.
const BATCHES = { batchSize: 2, burstWhenBatchFull: true }

/** How long jobs may go on when the queue closes; then they have failed and are tried again. */
const END_MS = 5000

const quiet = { supervise: false, schedule: false }

/** Limits of its connections, which its types leave out and its driver knows; the last one is for LISTEN. */
const connectionLimits = ({ silenceMs = SILENCE_MS }: { silenceMs?: number }) => ({
  Client: LimitedClient,
  silenceMs,
  query_timeout: silenceMs,
})

/** Seconds that the oldest job not yet taken is overdue; 0 without one. */
export async function queueAge(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as seconds from pgboss.job
    where state in ('created', 'retry') and start_after < now()`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Creates or upgrades the job tables; part of migrating. */
export async function migrateQueue(url: string): Promise<void> {
  const limits = connectionLimits({ silenceMs: LONG_SILENCE_MS })
  const boss = new PgBoss({ connectionString: url, max: 1, ...limits, ...quiet })
  boss.on('error', () => {})
  await connectInLine(() => boss.start())
  await boss.stop({ graceful: false, close: true })
}

/**
 * Wraps pg-boss. Workers are woken by NOTIFY; with it on, a worker takes one batch and sleeps unless
 * burstWhenBatchFull is set. Polling remains as a fallback for lost notifications.
 */
export async function createQueue(
  url: string,
  options: {
    log: Log
    scheduler: boolean
    timing?: Partial<QueueTiming>
    around?: AroundJob
    silenceMs?: number
  },
): Promise<Queue> {
  const timing = { ...TIMING, ...options.timing }
  const around: AroundJob = options.around ?? ((_job, work) => work())
  const limits = { ...connectionLimits(options), statement_timeout: STATEMENT_MS }
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'queue',
    ...limits,
    useListenNotify: true,
    migrate: false,
    supervise: true,
    schedule: options.scheduler,
    superviseIntervalSeconds: timing.supervise,
    // Dead workers are looked for when both have passed; its default is a minute.
    monitorIntervalSeconds: timing.supervise,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'queue error'))
  await connectInLine(() => boss.start())
  const known = new Set<string>()

  /** Jobs of a batch succeed and fail individually: only a failed one is retried. */
  async function handleBatch(job: JobDefinition<never>, batch: BossJob<never>[]): Promise<void> {
    const work = batch.map(async (item) => {
      try {
        await around(job.name, () => job.handle(item.data, item.signal))
      } catch (error) {
        if (error instanceof ItemsFailedError)
          for (const { item: failed, error: err } of error.causes())
            options.log.error({ err, job: job.name, item: failed }, 'an item of a job failed')
        const facts = { err: error, job: job.name }
        // Nobody has to do anything about a database that was away, or about two who wanted the same row.
        const isOrdinary = isConnectionError(error) || isLockConflict(error) || job.isOrdinary?.(error)
        if (isOrdinary && (job.retries > 0 || job.cron))
          options.log.warn(facts, 'job failed and is tried again')
        else options.log.error(facts, 'job failed')
        await boss.fail(job.name, item.id, {
          message: error instanceof Error ? error.message : String(error),
        })
      }
    })
    await Promise.all(work)
  }

  async function ensureQueue(name: string, retries: number): Promise<void> {
    if (known.has(name)) return
    await boss.createQueue(name, {
      notify: true,
      retryLimit: retries,
      retryBackoff: true,
      retryDelay: 1,
      expireInSeconds: 3600,
      heartbeatSeconds: timing.heartbeat,
      retentionSeconds: 86_400,
      deleteAfterSeconds: 3600,
    })
    known.add(name)
  }

  return {
    async send(db, name, input, afterSeconds = 0) {
      await boss.send(name, input, { db: fromKysely(db as never), startAfter: afterSeconds })
    },
    async work(jobs, roles) {
      // Two queries instead of two per job: a restart of the same version finds all of them.
      for (const { name } of await boss.getQueues()) known.add(name)
      const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
      for (const job of jobs) {
        await ensureQueue(job.name, job.retries)
        const isScheduled = crons.get(job.name) === job.cron
        if (job.cron && roles.scheduler && !isScheduled) await boss.schedule(job.name, job.cron, {})
        if (!roles.worker) continue
        await boss.work(
          job.name,
          {
            ...BATCHES,
            pollingIntervalSeconds: timing.poll,
            notifyPollingIntervalSeconds: timing.poll,
            heartbeatRefreshSeconds: timing.heartbeat / 3,
            localConcurrency: job.concurrency,
          },
          (batch: BossJob<never>[]) => handleBatch(job, batch),
        )
      }
    },
    silent(ms) {
      // A worker with jobs polls when they are done.
      const isSilent = (worker: WipData) =>
        worker.count === 0 && systemClock.now().getTime() - (worker.lastFetchedOn ?? worker.createdOn) > ms
      return [
        ...new Set(
          boss
            .getWipData()
            .filter(isSilent)
            .map(({ name }) => name),
        ),
      ]
    },
    async close() {
      // By itself it looks every half second whether they have ended.
      const ended = Promise.all([...known].map((name) => boss.offWork(name)))
      await Promise.race([ended, sleep(END_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false, close: true })
    },
  }
}
