import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { listDuplicates, mergeListDuplicates } from '#contract/leads/list-duplicates.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { leadFiles } from '#server/testing/lead-files.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let user: TestUser
const files = () =>
  leadFiles(
    t,
    () => origin,
    () => user,
  )
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
})
beforeEach(async () => {
  user = await t.account({ credits: 10 })
})
afterAll(() => t.close())

const valuesIn = async (id: number, type: ListTypeId = 'people') =>
  (await t.call(leads, { params: { type, id }, body: { sort: 'added_at' } as never }, user)).body.data
    .toSorted((a, b) => a.id - b.id)
    .map(({ values: { added_at: _a, ...values } }) => values)

describe('an address of several people', () => {
  const SHARED = `First Name,Last Name,Company,Email
Nina,Oak,Oak Joinery,info@oak.example
Pete,Rush,Oak Joinery,info@oak.example
Carla,Lunt,Lunt Bakery,lunt@lunt.example
Emil,Lunt,Lunt Bakery,lunt@lunt.example
,,,other@oak.example
`
  it('leaves them apart, also when the file comes again', async () => {
    const { counts, listId } = await files().imported(SHARED)
    expect(counts).toEqual({ imported: 5, merged: 0, rejected: 0 })
    expect((await files().imported(SHARED, { into: listId })).counts).toEqual({
      imported: 0,
      merged: 5,
      rejected: 0,
    })
    expect((await valuesIn(listId)).map(({ name }) => name)).toEqual([
      'Nina Oak',
      'Pete Rush',
      'Carla Lunt',
      'Emil Lunt',
      undefined,
    ])
  })

  it('gives a lead known by its own address alone its name', async () => {
    const file = 'Name,Email\n,ann.lee@acorn.example\nAnn B. Lee,ann.lee@acorn.example\n'
    const { listId } = await files().imported(file)
    expect(await valuesIn(listId)).toMatchObject([{ name: 'Ann B. Lee', email: 'ann.lee@acorn.example' }])
  })

  it('leaves people of one handle agency apart', async () => {
    const file = 'Handle,Platform,Email\nfinch,TikTok,book@agency.example\nheron,TikTok,book@agency.example\n'
    expect((await files().imported(file, { type: 'influencer' })).counts.imported).toBe(2)
  })

  it('is only a possible duplicate, which “merge all sure” leaves alone', async () => {
    const email = 'info@oak.example'
    const list = await seedList(t, user, {
      type: 'people',
      leads: ['Nina Oak', 'Pete Rush', ''].map((name) => ({ values: { ...(name && { name }), email } })),
    })
    const params = { type: 'people' as const, id: list.id }
    const { data } = (await t.call(listDuplicates, { params }, user)).body
    expect(data.map(({ sure, reasons }) => [sure, reasons])).toEqual([[false, ['email']]])
    await t.call(mergeListDuplicates, { params, body: { sure: true } }, user)
    expect(await valuesIn(list.id)).toHaveLength(3)
  })

  it('of one name is a sure duplicate', async () => {
    const lead = { values: { name: 'Nina Oak', email: 'n@oak.example' } }
    const list = await seedList(t, user, { type: 'people', leads: [lead, { ...lead }] })
    const { data } = (await t.call(listDuplicates, { params: { type: 'people', id: list.id } }, user)).body
    expect(data.map(({ sure }) => sure)).toEqual([true])
  })
})

describe('a business with the same name, email and domain', () => {
  it.each([
    ['without its city', 'Berlin,Weg 1', ',', 1],
    ['without its street', 'Berlin,Weg 1', 'Berlin,', 1],
    ['in two streets', 'Berlin,Weg 1', 'Berlin,Weg 2', 2],
    ['in two cities', 'Berlin,', 'Bonn,', 2],
  ])('%s', async (_what, one, other, leads) => {
    const row = 'Acorn,hi@acorn.example,acorn.example'
    for (const [first, second] of [
      [one, other],
      [other, one],
    ]) {
      const file = `Name,Email,Domain,City,Street\n${row},${first}\n${row},${second}\n`
      expect((await files().imported(file, { type: 'local' })).counts.imported).toBe(leads)
    }
  })
})
