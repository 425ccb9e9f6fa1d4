import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { endLoad, makeIndexes, startLoad } from './loads-store.ts'
import { tidyLoads } from './settle-load.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const db = () => t.app.database.db
const start = (runId: number, isLarge = true) =>
  transaction(db(), () => startLoad(db(), { runId, sourceId: 1, isLarge }))
const end = (runId: number, state: 'succeeded' | 'cancelled' | 'failed') =>
  transaction(db(), () => endLoad(db(), runId, state))

async function indexes(): Promise<string[]> {
  const { rows } = await sql<{ made_by: string }>`
    select indexdef as made_by from pg_indexes where tablename = 'corpus_place' order by indexname`.execute(
    db(),
  )
  return rows.map((row) => row.made_by)
}
const names = async (): Promise<string[]> =>
  (await db().selectFrom('corpus_place').select('name').orderBy('name').execute()).map(({ name }) => name)
const added = (name: string, runId: number) =>
  sql`update corpus_place set added_run_id = ${runId} where name = ${name}`.execute(db())

let before: string[]
beforeEach(async () => {
  await sql`truncate corpus_load, corpus_place cascade`.execute(db())
  before ??= await indexes()
})

describe('the first large load', () => {
  it('postpones indexes used only by reads, and recreates the same ones', async () => {
    expect(await start(1)).toBe(true)
    const meanwhile = await indexes()
    expect(meanwhile.length).toBeLessThan(before.length)
    expect(meanwhile.every((madeBy) => madeBy.startsWith('CREATE UNIQUE'))).toBe(true)
    await makeIndexes(db(), 1)
    expect(await indexes()).toEqual(before)
    expect(await end(1, 'succeeded')).toBe(false)
  })

  it('is started once over any number of retries, and others wait for its indexes', async () => {
    await start(1)
    expect(await start(1)).toBe(true)
    expect(await start(2)).toBe(false)
    await makeIndexes(db(), 1)
    await makeIndexes(db(), 1)
    expect(await start(2)).toBe(true)
    expect(await indexes()).toEqual(before)
  })

  it('that was stopped gets its indexes from housekeeping, and then shows its rows', async () => {
    await start(1)
    await t.places('stopped', [{ name: 'Kept' }])
    await added('Kept', 1)
    expect(await end(1, 'cancelled')).toBe(true)
    await tidyLoads(db())
    expect(await indexes()).toEqual(before)
    expect(await names()).toEqual(['Kept'])
    expect(await db().selectFrom('corpus_load').selectAll().execute()).toEqual([])
  })
})

it('a small load, and one into a filled corpus, keep their indexes', async () => {
  await start(1, false)
  expect(await indexes()).toEqual(before)
  await end(1, 'succeeded')
  await t.places('full', [{ name: 'There' }])
  await start(2)
  expect(await indexes()).toEqual(before)
})

it('removes the rows of a failed load and nothing else, also when run twice', async () => {
  await t.places('old', [{ name: 'Before' }])
  await start(7, false)
  await t.places('new', [{ name: 'Half' }, { name: 'Way' }])
  await added('Half', 7)
  await added('Way', 7)
  await t.places('else', [{ name: 'Beside' }])
  expect(await end(7, 'failed')).toBe(true)
  await Promise.all([tidyLoads(db()), tidyLoads(db())])
  expect(await names()).toEqual(['Before', 'Beside'])
})
