import { afterAll, beforeAll, expect, it } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList, deleteList, restoreLists, showList } from '#contract/leads/lists.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it('stops a delivering run when its list is deleted, with matching figures', async () => {
  const user = await t.account()
  const body = { name: 'Busy', type: 'people', search: { source: 'sample' }, limit: 50_000 } as const
  const { id, run } = (await t.call(createList, { body }, user)).body.data
  const params = { id: run.id }
  while ((await t.call(showRun, { params }, user)).body.data.done === 0);
  expect((await t.call(deleteList, { params: { id } }, user)).status).toBe(200)
  const ended = await t.finished(run.id, user)
  expect(ended.state).toBe('cancelled')
  expect(ended.counts.delivered).toBeLessThan(50_000)

  await t.call(restoreLists, { body: { resultIds: [id] } }, user)
  const list = (await t.call(showList, { params: { id } }, user)).body.data
  const page = await t.call(leads, { params: { type: 'people', id }, body: { limit: 1 } }, user)
  expect([list.total, page.body.total]).toEqual([ended.counts.delivered, ended.counts.delivered])
})
