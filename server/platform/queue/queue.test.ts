import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { SHORT_TIMING } from '#server/testing/job-worker.ts'
import { survivesKilledWorkers } from '#server/testing/killed-workers.ts'
import { type Database, openDatabase, transaction } from '../db/db.ts'
import { silentLog } from '../log.ts'
import { forEachItem } from './for-each-item.ts'
import { createQueue, defineJob, type JobDefinition, migrateQueue, type Queue } from './queue.ts'

let own: TestDatabase
let database: Database
const queues: Queue[] = []
beforeAll(async () => {
  own = await createTestDatabase()
  await migrateQueue(own.url)
  database = openDatabase(own.url, { log: silentLog() })
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()))
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

/** Polls every minute by default, so what starts sooner was started by a notification. */
async function working(
  jobs: JobDefinition<never>[],
  poll = SHORT_TIMING.poll,
  log = silentLog(),
): Promise<Queue> {
  const timing = { ...SHORT_TIMING, poll }
  const queue = await createQueue(own.url, { log, scheduler: false, timing })
  queues.push(queue)
  await queue.work(jobs, { worker: true, scheduler: false })
  return queue
}

/** A job that records its inputs; `until` resolves when one of them came this often. */
function recordingJob(name: string, fail: (word: string, times: number) => boolean = () => false) {
  const seen: string[] = []
  const waiting = new Set<() => void>()
  const job = defineJob<{ word: string }>({
    name,
    retries: 2,
    concurrency: 1,
    async handle({ word }) {
      seen.push(word)
      for (const check of waiting) check()
      if (fail(word, seen.filter((item) => item === word).length)) throw new Error(`not ${word}`)
    },
  }) as JobDefinition<never>
  const until = (word: string, times = 1) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (seen.filter((item) => item === word).length >= times) resolve()
      }
      waiting.add(check)
      check()
    })
  return { job, seen, until }
}

it('starts a job at once, long before it would poll', async () => {
  const { job, until, seen } = recordingJob('woken')
  const queue = await working([job], 60)
  for (const word of ['one', 'two', 'three']) {
    await queue.send(database.db, 'woken', { word })
    await until(word)
  }
  expect(seen).toEqual(['one', 'two', 'three'])
})

it('sees a job only if the transaction that sent it commits', async () => {
  const { job, until, seen } = recordingJob('sent')
  const queue = await working([job], 60)
  const send = (word: string, problem?: Error) =>
    transaction(database.db, async () => {
      await queue.send(database.db, 'sent', { word })
      if (problem) throw problem
    })
  await expect(send('undone', new Error('rolled back'))).rejects.toThrow('rolled back')
  await send('done')
  await until('done')
  expect(seen).toEqual(['done'])
  const { rows } = await database.pool.query(`select data from pgboss.job where name = 'sent'`)
  expect(rows).toEqual([{ data: { word: 'done' } }])
})

it.each([
  ['an unreachable database', Object.assign(new Error('no'), { code: 'ECONNRESET' }), 40],
  ['a deadlock', Object.assign(new Error('no'), { code: '40P01' }), 40],
  ['a failure that belongs to the work', new TypeError('no'), 40],
  ['any other failure', new Error('no'), 50],
] as const)('logs a job that failed by %s and is retried at its level', async (_what, error, level) => {
  const lines: { level: number; job?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const name = `logged.${String(error.name)}.${String((error as { code?: string }).code)}`
  const { job, until } = recordingJob(name)
  let isFirst = true
  const failing = {
    ...job,
    isOrdinary: (thrown: unknown) => thrown instanceof TypeError,
    async handle(input: never, signal: AbortSignal) {
      await job.handle(input, signal)
      if (isFirst) {
        isFirst = false
        throw error
      }
    },
  }
  const queue = await working([failing], SHORT_TIMING.poll, log)
  await queue.send(database.db, name, { word: 'once' })
  await until('once', 2)
  expect(lines.filter((line) => line.job === name).map((line) => line.level)).toEqual([level])
})

it('retries a failed job alone, not those fetched with it', async () => {
  const { job, until, seen } = recordingJob('failing', (word, times) => word === 'bad' && times === 1)
  const queue = await working([job])
  await transaction(database.db, async () => {
    for (const word of ['good', 'bad', 'better']) await queue.send(database.db, 'failing', { word })
  })
  await until('better')
  await until('bad', 2)
  expect(seen.toSorted()).toEqual(['bad', 'bad', 'better', 'good'])
})

it('waits at its end for a job that is under way', async () => {
  const { job, until, seen } = recordingJob('ending')
  const isEnding = Promise.withResolvers<void>()
  const slow = {
    ...job,
    async handle(input: never, signal: AbortSignal) {
      await job.handle(input, signal)
      await isEnding.promise
      seen.push('done')
    },
  }
  const queue = await working([slow])
  await queue.send(database.db, 'ending', { word: 'begun' })
  await until('begun')
  const closed = queue.close().then(() => seen.push('closed'))
  // Longer than closing takes without it.
  for (let n = 0; n < 100; n += 1) await database.pool.query('select 1')
  isEnding.resolve()
  await closed
  expect(seen).toEqual(['begun', 'done', 'closed'])
})

it('runs every job once although a worker is killed', async () => {
  await survivesKilledWorkers(own.url, database, { jobs: 200, kills: 1 })
})

it('shows a job with items that failed as failed, names them and logs each cause', async () => {
  const logged: { item?: string; err?: Error }[] = []
  const log = { ...silentLog(), warn() {}, error: (facts: object) => void logged.push(facts) } as never
  const job = defineJob<Record<string, never>>({
    name: 'partly',
    retries: 0,
    concurrency: 1,
    handle: () =>
      forEachItem('accounts', [1, 2], (id) =>
        id === 1 ? Promise.reject(new Error('full')) : Promise.resolve(),
      ),
  }) as JobDefinition<never>
  const queue = await createQueue(own.url, { log, scheduler: false, timing: SHORT_TIMING })
  queues.push(queue)
  await queue.work([job], { worker: true, scheduler: false })
  await queue.send(database.db, 'partly', {})
  const stored = async () =>
    (await database.pool.query(`select state, output from pgboss.job where name = 'partly'`)).rows
  await expect
    .poll(stored)
    .toMatchObject([
      { state: 'failed', output: { message: '1 of 2 accounts failed, the others are done: 1 (full)' } },
    ])
  expect(logged[0]).toMatchObject({ job: 'partly', item: '1', err: { message: 'full' } })
})
