import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { createList } from '#contract/leads/lists.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { halt } from '#server/testing/halt.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { findExecutor } from './executors.ts'
import { createRunWorker } from './run-executor.ts'
import { insertItems } from './run-items-store.ts'
import type { RunExecutor } from './run-types.ts'

/** Requested batches, by their first lead. */
const requested: number[] = []
/** Hooks before the batch that starts at a lead. */
const before = new Map<number, () => Promise<void>>()
const source = createFakeSource({
  find: keyList,
  async before(_search, offset) {
    requested.push(offset)
    await before.get(offset)?.()
  },
})

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'], sources: [source] })
})
beforeEach(async () => {
  user = await t.account({ credits: 100 })
})
afterAll(() => t.close())
afterEach(() => {
  requested.length = 0
  before.clear()
})

async function start(): Promise<number> {
  const search = { keywords: '0..30' }
  const answer = await t.call(createList, { body: { name: 'Run', type: 'local', search } }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data.run.id
}
const newWorker = (executors?: RunExecutor[]) => createRunWorker(t.app.ctx, executors ? { executors } : {})
const work = (id: number, worker = newWorker()) => worker.execute(user.accountId, id)
const show = async (id: number) => (await t.call(showRun, { params: { id } }, user)).body.data
const stored = async (id: number) =>
  (await sql`select * from run where id = ${id}`.execute(t.app.database.db)).rows[0]
const expireLease = (id: number) =>
  sql`update run set lease_until = now() - interval '1 second' where id = ${id}`.execute(t.app.database.db)

it('leaves a run to its worker while the lease lasts, and lets another finish it afterwards', async () => {
  const id = await start()
  const silent = halt()
  before.set(10, silent.pass)
  const first = work(id)
  await silent.reached
  before.clear()

  await work(id)
  expect(await show(id)).toMatchObject({ state: 'running', counts: { delivered: 10 } })
  await expireLease(id)
  await work(id)
  expect(await show(id)).toMatchObject({
    state: 'succeeded',
    cost: 30,
    counts: { delivered: 30, charged: 30 },
  })
  expect(requested).toEqual([0, 5, 10, 10, 15, 20, 25])

  const ended = await stored(id)
  silent.open()
  await first
  expect(await stored(id)).toEqual(ended)
  await expectSettledBooks(t.app.database.db, user.accountId)
})

it('a worker whose run another one took over cannot write any more', async () => {
  const gates = [halt(), halt()]
  const wrote: string[] = []
  const executor = (name: string, stop: ReturnType<typeof halt>): RunExecutor => ({
    kind: 'search',
    async run(context) {
      for (const part of ['begin', 'end']) {
        await context.step(async () => {
          await insertItems(t.app.database.db, user.accountId, context.run.id, {
            keys: [`${name} ${part}`],
            state: 'done',
          })
          return { done: 1 }
        })
        wrote.push(`${name} ${part}`)
        if (part === 'begin') await stop.pass()
      }
    },
  })
  const [old, young] = gates as [ReturnType<typeof halt>, ReturnType<typeof halt>]
  const id = await start()
  const first = work(id, newWorker([executor('old', old)]))
  await old.reached
  await expireLease(id)
  const second = work(id, newWorker([executor('young', young)]))
  await young.reached

  old.open()
  await first
  expect(await show(id)).toMatchObject({ state: 'running' })
  young.open()
  await second
  expect(wrote).toEqual(['old begin', 'young begin', 'young end'])
  const { rows } = await sql`select item_key from run_item where run_id = ${id} order by 1`.execute(
    t.app.database.db,
  )
  expect(rows).toEqual([{ item_key: 'old begin' }, { item_key: 'young begin' }, { item_key: 'young end' }])
  expect((await show(id)).state).toBe('succeeded')
})

it('ends a run that had delivered everything when its worker died, and charges nothing again', async () => {
  const id = await start()
  const last = halt()
  const real = findExecutor(t.app.ctx, 'search') as RunExecutor
  const dying: RunExecutor = {
    ...real,
    async run(context) {
      await real.run(context)
      await last.pass()
    },
  }
  const first = work(id, newWorker([dying]))
  await last.reached
  await expireLease(id)
  await Promise.all([work(id), work(id)])
  expect(await show(id)).toMatchObject({
    state: 'succeeded',
    cost: 30,
    counts: { delivered: 30, charged: 30 },
  })
  last.open()
  await first
  await expectSettledBooks(t.app.database.db, user.accountId)
})

it('lets any worker process finish a run whose start job is gone', async () => {
  const id = await start()
  await sql`delete from pgboss.job where name = 'run-execute'`.execute(t.app.database.db)
  await sql`update run set state = 'running', attempt = 1, lease_owner = 'a dead worker' where id = ${id}`.execute(
    t.app.database.db,
  )
  await expireLease(id)
  const other = await testApp({ roles: ['worker'], databaseUrl: t.databaseUrl, sources: [source] })
  try {
    expect(await t.finished(id, user)).toMatchObject({ state: 'succeeded', counts: { delivered: 30 } })
  } finally {
    await other.close()
  }
})

it('a run of a lost worker is stopped by the next worker when a stop was requested', async () => {
  const id = await start()
  const silent = halt()
  before.set(10, silent.pass)
  const first = work(id)
  await silent.reached
  await sql`update run set cancel_requested_at = now(), lease_until = now() - interval '1 second' where id = ${id}`.execute(
    t.app.database.db,
  )
  await work(id)
  expect(await show(id)).toMatchObject({ state: 'cancelled', cost: 10, reserved: 0 })
  silent.open()
  await first
  await expectSettledBooks(t.app.database.db, user.accountId)
})
