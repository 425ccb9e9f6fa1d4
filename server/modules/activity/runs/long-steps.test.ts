import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { me } from '#contract/identity/me.ts'
import { createList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { halt } from '#server/testing/halt.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { findOrphans } from './lost-runs-store.ts'
import { createRunWorker } from './run-executor.ts'
import type { RunExecutor } from './run-types.ts'
import { claimRun, renewLeases } from './runs-store.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'], sources: [createFakeSource({ find: keyList })] })
})
beforeEach(async () => {
  user = await t.account({ credits: 1000 })
})
afterAll(() => t.close())
const db = () => t.app.database.db

async function start(): Promise<number> {
  const body = { name: 'Long', type: 'local' as const, search: { keywords: '0..30' } }
  return (await t.call(createList, { body }, user)).body.data.run.id
}
const expireLease = (id: number) =>
  sql`update run set lease_until = now() - interval '1 minute' where id = ${id}`.execute(db())
const attemptOf = async (id: number) =>
  (await db().selectFrom('run').select('attempt').where('id', '=', id).executeTakeFirstOrThrow()).attempt
const newWorker = (executor: RunExecutor, limits: { stepLimitMs?: number } = {}) =>
  createRunWorker(t.app.ctx, { executors: [executor], connections: 2, ...limits })

/** A worker in the middle of a step that outlives its lease; `finish` ends the step. */
async function inLongStep(id: number) {
  const step = halt()
  const worker = newWorker({
    kind: 'search',
    async run(context) {
      await expireLease(id)
      await context.step(async () => {
        await step.pass()
        return { done: 1 }
      })
    },
  })
  const work = worker.execute(user.accountId, id)
  await step.reached
  return { worker, work, finish: () => step.open() }
}

describe('a step that takes longer than the lease', () => {
  it('keeps its lease, so that no process takes its run again', async () => {
    const id = await start()
    const { worker, work, finish } = await inLongStep(id)
    expect((await findOrphans(db())).filter((run) => run.id === id)).toEqual([])
    expect(await claimRun(db(), user.accountId, id, { owner: 'another', held: null })).toBeUndefined()
    expect(worker.isBusyWith(user.accountId, id)).toBe(true)
    expect(worker.execute(user.accountId, id)).toBe(work)
    const other = newWorker({ kind: 'search', run: async () => expect.unreachable('taken over') })
    await other.execute(user.accountId, id)
    expect(await attemptOf(id)).toBe(1)
    finish()
    await work
    const run = await db().selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([run.state, run.attempt, run.done]).toEqual(['succeeded', 1, 1])
  })

  it('does not block renewals: they wait for no lock and hold no connection', async () => {
    const id = await start()
    const { work, finish } = await inLongStep(id)
    const held = [{ accountId: user.accountId, id, attempt: 1 }]
    for (let times = 0; times < 20; times += 1) {
      const [row] = await renewLeases(db(), user.accountId, held)
      expect(row).toMatchObject({ id, attempt: 1, state: 'running' })
    }
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db())
    expect(rows[0]?.waiting).toBe(0)
    finish()
    await work
  })

  it('leaves connections for requests, however many runs are in one', async () => {
    const steps = Array.from({ length: 8 }, () => halt())
    let at = 0
    const worker = newWorker({
      kind: 'search',
      async run(context) {
        const step = steps[at++] as ReturnType<typeof halt>
        await context.step(async () => {
          await step.pass()
          return { done: 1 }
        })
      },
    })
    const ids = await Promise.all(steps.map(() => start()))
    const work = ids.map((id) => worker.execute(user.accountId, id))
    await Promise.race(steps.map((step) => step.reached))
    const answers = await Promise.all(Array.from({ length: 30 }, () => t.call(me, {}, user)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { pool } = t.app.database
    expect(pool.totalCount - pool.idleCount).toBeLessThanOrEqual(2)
    for (const step of steps) step.open()
    await Promise.all(work)
  })
})

describe('a worker that lost its database connection', () => {
  it('continues the run it held, and only with that claim', async () => {
    const id = await start()
    const first = await claimRun(db(), user.accountId, id, { owner: 'me', held: null })
    expect(first?.attempt).toBe(1)
    expect(await claimRun(db(), user.accountId, id, { owner: 'me', held: null })).toBeUndefined()
    expect(await claimRun(db(), user.accountId, id, { owner: 'me', held: 7 })).toBeUndefined()
    expect((await claimRun(db(), user.accountId, id, { owner: 'me', held: 1 }))?.attempt).toBe(2)
  })
})

describe('a step that never ends', () => {
  it('loses its lease: its worker is free, and another one finishes the run', async () => {
    const id = await start()
    const hanging = halt()
    const written: string[] = []
    const worker = newWorker(
      {
        kind: 'search',
        run: (context) =>
          context.step(async () => {
            await hanging.pass()
            written.push('by the one that hung')
            return { done: 99 }
          }),
      },
      { stepLimitMs: 50 },
    )
    await worker.execute(user.accountId, id)
    expect(worker.isBusyWith(user.accountId, id)).toBe(false)
    // The database frees the row when it ends the silent transaction.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db())
    await expireLease(id)
    const other = newWorker({
      kind: 'search',
      run: (context) => context.step(async () => ({ done: 1 })),
    })
    await other.execute(user.accountId, id)
    hanging.open()
    await expect.poll(() => written).toHaveLength(1)
    const run = await db().selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([run.state, run.attempt, run.done]).toEqual(['succeeded', 2, 1])
  })
})
