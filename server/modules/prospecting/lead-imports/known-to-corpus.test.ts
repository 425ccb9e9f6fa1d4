import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createList, searchIntoList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { ended, httpCall, startedImport } from '#server/testing/http-call.ts'
import { leadFiles } from '#server/testing/lead-files.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const PLACES = `id,name,category,street,city,country,phone,website
1,Acorn Brewing GmbH,brewery,1 Main Street,Porto,PT,+351210000001,https://acorn.example
2,Star Bar,bar,1 Oak Street,Porto,PT,,https://star.example
3,Star Bar,bar,2 Elm Street,Porto,PT,,https://star.example
`
const PEOPLE = `Full name,Job title,Company,Email,LinkedIn,City,Country
Ann Lee,Brewer,Acorn,ann@acorn.example,https://www.linkedin.com/in/annlee,Porto,Portugal
Bo Öz,Brewer,Birch,bo@birch.example,https://www.linkedin.com/in/booz,Porto,Portugal
`

let t: TestApp
let origin: string
let user: TestUser
const call = httpCall(() => origin)
const files = () =>
  leadFiles(
    t,
    () => origin,
    () => user,
  )
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
  const admin = await t.admin()
  for (const [kind, bytes] of [
    ['places', PLACES],
    ['people', PEOPLE],
  ] as const) {
    const started = await startedImport(origin, admin, bytes, { kind, source: kind })
    expect((await ended(call, started.body.data.id, admin)).state).toBe('succeeded')
  }
})
beforeEach(async () => {
  user = await t.account({ credits: 100 })
})
afterAll(() => t.close())

/** Searches into a list; returns the delivered leads and their cost. */
async function searched(id: number, search: object) {
  const answer = await t.call(searchIntoList, { params: { id }, body: { search } as never }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  const { counts, cost } = await ended(call, answer.body.data.run.id, user)
  return { delivered: counts.delivered, known: counts.already_in_list, cost }
}

it('recognizes an imported business in a search, and does not deliver it again', async () => {
  const { listId } = await files().imported(
    'Name,City,Phone\nACORN Brewing,PÔRTO (city),+351 210 000 001\nStar Bar,Porto,\n',
    { type: 'local' },
  )
  expect(await searched(listId, { category: 'brewery' })).toEqual({ delivered: 0, known: 1, cost: 0 })
  // Two bars of one name in one city: ambiguous.
  expect(await searched(listId, { category: 'bar' })).toMatchObject({ delivered: 2, cost: 2 })
})

it('recognizes a person by email or LinkedIn URL', async () => {
  const { listId } = await files().imported(
    'Name,Email,LinkedIn\nA. Lee,ANN@acorn.example,\nX,,http://linkedin.com/in/booz/\n',
  )
  expect(await searched(listId, { position: 'Brewer' })).toEqual({ delivered: 0, known: 2, cost: 0 })
})

it('recognizes paid leads in a later import', async () => {
  const body = { name: 'Paid', type: 'people' as const, search: { position: 'Brewer' } }
  const { data } = (await t.call(createList, { body }, user)).body
  await ended(call, data.run.id, user)
  const { counts } = await files().imported('Name,Email,Phone\nAnn,ann@acorn.example,+351210000002\n', {
    into: data.id,
  })
  expect(counts).toEqual({ imported: 0, merged: 1, rejected: 0 })
})
