import { afterAll, beforeAll, expect, it } from 'vitest'
import { createList } from '#contract/leads/lists.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.places('open data', [{}])
})
afterAll(() => t?.close())

it('serves one of fifty calls for the last credit, and reports to the others that it is gone', async () => {
  const user = await t.account({ modules: ['leads'], credits: 1 })
  const search = { category: 'brewery', near: { lat: 45.5, lon: -122.6 }, radius_km: 50 }
  const calls = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      t.call(createList, { body: { name: `List ${n}`, type: 'local', search, limit: 1 } }, user),
    ),
  )
  const refused = calls.filter(({ status }) => status !== 201)
  expect(refused.map(({ status, error }) => [status, error.code])).toEqual(
    Array(49).fill([402, 'insufficient_credits']),
  )
  const served = calls.find(({ status }) => status === 201)
  const run = await t.finished(served?.body.data.run.id as number, user)
  expect(run).toMatchObject({ state: 'succeeded', cost: 1 })
  await expectSettledBooks(t.app.database.db, user.accountId)
})
