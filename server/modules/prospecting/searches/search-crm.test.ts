import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectCrm, pushCrm } from '#contract/leads/crm.ts'
import { createList, deleteList } from '#contract/leads/lists.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let ghl: FakeCrm
let t: TestApp
beforeAll(async () => {
  ghl = await startFakeGhl()
  t = await testApp({ crms: { ghl: { baseUrl: ghl.url } } })
  await t.places(
    'crm',
    Array.from({ length: 8 }, (_, index) => ({
      name: `Brewery ${index}`,
      lat: 10,
      lon: 10 + index / 1000,
      phone: `+1202555010${index}`,
    })),
  )
})
afterAll(async () => {
  await t.close()
  await ghl.close()
})

it('only new skips people sent to a CRM from a deleted list, and shows how many before payment', async () => {
  const user = await t.account({ credits: 100 })
  const search = (count: number) => ({
    category: 'brewery',
    near: { lat: 10, lon: 10 },
    radius_km: (count - 0.5) * 0.1095,
  })
  const searched = async (count: number, only_new: boolean) => {
    const body = { name: 'Breweries', type: 'local' as const, search: search(count), only_new }
    const made = await t.call(createList, { body }, user)
    expect(made.status, JSON.stringify(made.error)).toBe(201)
    return { id: made.body.data.id, run: await t.finished(made.body.data.run.id, user) }
  }
  const quote = async (only_new: boolean) => {
    const body = { type: 'local' as const, search: search(8), only_new }
    return (await t.call(createQuote, { body }, user)).body.data
  }
  const { id } = await searched(5, false)
  const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  const connection_id = (await t.call(connectCrm, { body: access }, user)).body.data.id
  const request = { connection_id, selection: { filters: {} } }
  const pushed = await t.call(pushCrm, { params: { type: 'local', id }, body: request }, user)
  expect((await t.finished(pushed.body.data.run.id, user)).counts).toEqual({ created: 5 })
  expect(await quote(true)).toMatchObject({ already_in_lists: 5, already_in_crm: 0, leads: { max: 3 } })
  await t.call(deleteList, { params: { id } }, user)
  expect(await quote(true)).toMatchObject({ already_in_lists: 0, already_in_crm: 5, leads: { max: 3 } })
  expect(await quote(false)).toMatchObject({ already_in_crm: 5, leads: { max: 8 } })
  const { run } = await searched(8, true)
  expect(run).toMatchObject({ cost: 3, counts: { delivered: 3, already_in_crm: 5 } })
})
