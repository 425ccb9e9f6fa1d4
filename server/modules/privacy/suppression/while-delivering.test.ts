import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import { createRunWorker, findExecutor, type RunExecutor } from '#server/modules/activity/runs/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { halt } from '#server/testing/halt.ts'
import { leadFiles } from '#server/testing/lead-files.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let parent: TestUser
let child: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  origin = await t.listen()
  parent = await t.account({ credits: 100 })
  child = await t.account({ parent })
})
afterAll(() => t.close())

const importer = () => findExecutor(t.app.ctx, 'lead_import') as RunExecutor
const waiting = async () => {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(
    t.app.database.db,
  )
  return rows.length
}

it('a value added during an import waits for the batch, hides its rows and blocks the next ones', async () => {
  const rows = Array.from(
    { length: 2001 },
    (_, n) => `Row ${n},${n % 1000 === 0 ? `r${n}@late` : `r${n}@on`}.example`,
  )
  const file = leadFiles(
    t,
    () => origin,
    () => child,
  )
  const started = await file.start(`Name,Email\n${rows.join('\n')}\n`)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const { run, list } = started.body.data

  const written = halt()
  let batches = 0
  const paused: RunExecutor = {
    ...importer(),
    run: (context) =>
      importer().run({
        ...context,
        step: (change) =>
          context.step(async (row) => {
            const progress = await change(row)
            // The first batch is written and not committed.
            if ((progress.counts?.imported ?? 0) > 0) batches += 1
            if (batches === 1) await written.pass()
            return progress
          }),
      }),
  }
  const work = createRunWorker(t.app.ctx, { executors: [paused] }).execute(child.accountId, run.id)
  await written.reached
  let isAdded = false
  const adding = t.call(addSuppressions, { body: { values: ['late.example'] } }, parent).then((answer) => {
    isAdded = true
    return answer
  })
  await expect.poll(async () => isAdded || (await waiting()) > 0).toBe(true)
  written.open()
  const added = await adding
  await work
  expect(batches).toBe(3)
  expect(added.body.data).toMatchObject({ leads: 1, lists: 1 })
  const body = { custom_search: [{ field: 'email', operator: 'like' as const, value: 'late.example' }] }
  const left = await t.call(leads, { params: { type: 'people', id: list.id }, body }, child)
  expect(left.body.total).toBe(0)
  const done = await t.app.database.db
    .selectFrom('run')
    .select(['state', 'counts'])
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow()
  expect(done).toMatchObject({ state: 'succeeded', counts: { imported: 1999, rejected: 2 } })
})
