import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runs } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList, lists, restoreLists } from '#contract/leads/lists.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { emptyTrash } from './empty-trash.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const search = { source: 'sample', category: 'brewery' }

it('deletes what was in the trash for more than 30 days and nothing else', async () => {
  const user = await t.account()
  const ids: number[] = []
  for (const name of ['old', 'young', 'kept']) {
    const made = await t.call(createList, { body: { name, type: 'local', search, limit: 5 } }, user)
    await t.finished(made.body.data.run.id, user)
    ids.push(made.body.data.id)
  }
  const [old, young, active] = ids as [number, number, number]
  const { db } = t.app.database
  const days = (n: number) => sql<Date>`now() - make_interval(days => ${n})`
  await db
    .updateTable('list')
    .set({ deleted_at: days(31) })
    .where('id', '=', old)
    .execute()
  await db
    .updateTable('list')
    .set({ deleted_at: days(29) })
    .where('id', '=', young)
    .execute()
  const [first, second] = await db
    .selectFrom('lead')
    .select('id')
    .where('list_id', '=', active)
    .orderBy('id')
    .limit(2)
    .execute()
  await db
    .updateTable('lead')
    .set({ deleted_at: days(31) })
    .where('id', '=', first?.id as number)
    .execute()
  await db
    .updateTable('lead')
    .set({ deleted_at: days(29) })
    .where('id', '=', second?.id as number)
    .execute()

  await emptyTrash(db)

  const bin = await t.call(lists, { query: { view: 'bin' } }, user)
  expect(bin.body.data.map((list) => list.name)).toEqual(['young'])
  const back = await t.call(restoreLists, { body: { resultIds: [old, young] } }, user)
  expect(back.body.count).toBe(1)
  const restored = await t.call(leads, { params: { type: 'local', id: young }, body: {} }, user)
  expect(restored.body.total).toBe(5)
  const binned = await t.call(leads, { params: { type: 'local', id: active }, body: { view: 'bin' } }, user)
  expect(binned.body.data.map((lead) => lead.id)).toEqual([second?.id])
  const all = await t.call(runs, {}, user)
  expect(all.body.total).toBe(3)
})
