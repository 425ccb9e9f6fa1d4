import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createList } from '#contract/leads/lists.ts'
import { lockList } from '#server/modules/privacy/suppression/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { halt } from '#server/testing/halt.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { createRunWorker } from './run-executor.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'], sources: [createFakeSource({ find: keyList })] })
  user = await t.account({ credits: 1000 })
})
afterAll(() => t.close())
const db = () => t.app.database.db

it('a run waits for a lock held for long, without counting it as a failure', async () => {
  const body = { name: 'Waits', type: 'local' as const, search: { keywords: '0..10' } }
  const { id } = (await t.call(createList, { body }, user)).body.data.run
  const holder = halt()
  const holding = transaction(db(), async () => {
    await lockList(db(), user.accountId)
    await holder.pass()
  })
  await holder.reached
  const worker = createRunWorker(t.app.ctx, { lockSeconds: 0.02 })
  const work = worker.execute(user.accountId, id)
  const runOf = () => db().selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  try {
    // More attempts than a run has for its own faults.
    const isDecided = async () => {
      const { attempt, finished_at } = await runOf()
      return attempt > 4 || finished_at !== null
    }
    await expect.poll(isDecided).toBe(true)
    expect(await runOf()).toMatchObject({ state: 'running', failures: 0 })
  } finally {
    holder.open()
    await holding
  }
  await work
  expect(await runOf()).toMatchObject({ state: 'succeeded', failures: 0, counts: { delivered: 10 } })
  const { rows } = await sql`select 1 from lead where account_id = ${user.accountId}`.execute(db())
  expect(rows).toHaveLength(10)
})
