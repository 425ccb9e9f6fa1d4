import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { find } from '#contract/core/find.ts'
import { updateMe } from '#contract/identity/me.ts'
import { type LeadFilters, leads } from '#contract/leads/leads.ts'
import { folded } from '#server/platform/db/folded.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
let listId: number
beforeAll(async () => {
  t = await testApp()
  user = await t.account()
  const people: Record<string, string>[] = [
    { name: 'Jérôme Müller', company: 'Öko Möbel', phone: '+4930901820', city: 'Köln' },
    { name: 'ANEŽKA ŠILHAVÁ', company: 'Ábaco', phone: '+15032260144' },
    { name: 'Zoe Ødegård', company: 'Zebra', phone: '+442079460123', city: 'Weißenfels' },
    { name: 'Ann Lee', company: 'Acorn', phone: '0407 123' },
  ]
  const seeds = people.map((values, n) => ({ values: { ...values, email: `p${n}@x.example` } }))
  listId = (await seedList(t, user, { type: 'people', leads: seeds })).id
})
afterAll(() => t.close())

const found = async (body: object): Promise<unknown[]> => {
  const params = { type: 'people' as const, id: listId }
  const reply = await t.call(leads, { params, body: body as LeadFilters }, user)
  return reply.body.data.map(({ values }) => values.company)
}

const COMPANIES: Record<string, string> = {
  'Jérôme Müller': 'Öko Möbel',
  'ANEŽKA ŠILHAVÁ': 'Ábaco',
  'Zoe Ødegård': 'Zebra',
  'Ann Lee': 'Acorn',
}
const SEARCHES = [
  ['muller', ['Öko Möbel']],
  ['MÜLLER', ['Öko Möbel']],
  ['oko', ['Öko Möbel']],
  ['koln', ['Öko Möbel']],
  ['silhava', ['Ábaco']],
  ['Šilhavá', ['Ábaco']],
  ['odegard', ['Zebra']],
  ['weissenfels', ['Zebra']],
  ['+1 503 226 0144', ['Ábaco']],
  ['(503) 226-0144', ['Ábaco']],
  ['030 901820', ['Öko Möbel']],
  ['+49 (0)30 901820', ['Öko Möbel']],
  ['+44 20 7946', ['Zebra']],
  ['0407 123', ['Acorn']],
  ['503 226 0145', []],
] as const

describe('a search in a list', () => {
  it.each(SEARCHES)('for %s finds %j', async (search, companies) => {
    expect(await found({ search })).toEqual(companies)
  })

  it.each(SEARCHES)('in the command palette for %s finds %j', async (search, companies) => {
    const { body } = await t.call(find, { query: { q: search } }, user)
    expect(body.data.leads.map(({ title }) => COMPANIES[title])).toEqual(companies)
  })

  it('in the command palette shows the value that matches', async () => {
    const { body } = await t.call(find, { query: { q: 'koln' } }, user)
    expect(body.data.leads).toMatchObject([{ title: 'Jérôme Müller', matched: 'Köln' }])
  })

  it('from the start or as a whole takes phones as the screen shows them', async () => {
    expect(await found({ search: '+1 503', search_type: 'start' })).toEqual(['Ábaco'])
    expect(await found({ search: '+1 503', search_type: 'exact' })).toEqual([])
    expect(await found({ search: '+1 503 226 0144', search_type: 'exact' })).toEqual(['Ábaco'])
    expect(await found({ search: '(503) 226-0144', search_type: 'exact' })).toEqual(['Ábaco'])
    expect(await found({ search: '226-0144', search_type: 'exact' })).toEqual(['Ábaco'])
  })

  it('uses the text index', async () => {
    const { rows } = await t.app.database.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      return sql<{ 'QUERY PLAN': string }>`explain select 1 from lead
        where ${folded(sql`lead.search`)} like '%muller%'`.execute(db)
    })
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('lead_search')
  })
})

it('a filter folds accents and reads phones like a search', async () => {
  const like = (field: string, value: string) =>
    found({ custom_search: [{ field, operator: 'like', value }] })
  expect(await like('name', 'muller')).toEqual(['Öko Möbel'])
  expect(await like('phone', '030 901820')).toEqual(['Öko Möbel'])
  expect(await like('phone', '503 226')).toEqual(['Ábaco'])
})

it("texts are sorted in the order of the reader's language", async () => {
  expect(await found({ sort: 'company' })).toEqual(['Ábaco', 'Acorn', 'Öko Möbel', 'Zebra'])
  await t.call(updateMe, { body: { locale: 'sv-SE' } }, user)
  expect(await found({ sort: '-company' })).toEqual(['Öko Möbel', 'Zebra', 'Acorn', 'Ábaco'])
})
