import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads, showLead } from '#contract/leads/leads.ts'
import { getEmployees, quoteEnrichment } from '#contract/prospecting/enrichment.ts'
import { defineSource } from '#contract/sources/source-kinds/define.ts'
import { type LeadSource, ProviderError, type SourceLead } from '#server/providers/lead-sources/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sampleCompany, samplePage } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { spentBySource } from '#server/testing/spent-by-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

type Person = Record<string, string>
const FOX = 'https://www.linkedin.com/in/dee-fox'
const KNOWN: Record<string, Record<string, Person[]>> = {
  contacts: {
    'acme.example': [
      { name: 'Clara Lindner', company: 'Acme', linkedin_url: 'https://www.linkedin.com/in/clara-l' },
      { name: 'Anna Berger', company: 'Acme', region: 'Bavaria' },
      { name: 'Dee Fox', company: 'Acme', linkedin_url: FOX, position: 'CTO' },
    ],
    'empty.example': [{ name: 'Cy Poe', company: 'Empty' }],
  },
  registry: {
    'acme.example': [{ name: 'D. Fox', company: 'Acme', linkedin_url: FOX, phone: '+12025550199' }],
    'empty.example': [{ name: 'Eve Orr', company: 'Empty', email: 'eve@empty.example' }],
  },
}
let requested: string[] = []
let broken: string | null = null
/** The next second question about a company fails by a fault of ours. */
let hiccup = false

/** A made-up source of people by the domain of their company; it answers one at a time. */
function sourceOf(id: string, answers: string[]): LeadSource {
  const of = (search: Record<string, unknown>) => KNOWN[id]?.[String(search.company_domain)] ?? []
  const leadOf = (values: Person): SourceLead => ({
    key: `${id}:${values.name}`,
    values,
    origin: {
      source: id,
      url: null,
      method: 'api',
      confidence: 0.8,
      observed_at: '2026-11-01T00:00:00.000Z',
      licence: null,
      record: null,
    },
    ...(!values.email && !values.phone && !values.linkedin_url && { free: true as const }),
  })
  const declaration = defineSource({
    id,
    label: id,
    answers: { people: answers },
    terms: { text: 'For tests', url: null },
  })
  return {
    declaration,
    quote: async ({ search }) => ({
      matched: of(search).length,
      withoutCoordinates: 0,
      dataAsOf: null,
      keys: [],
      ceiling: null,
    }),
    async *search({ search }, { cursor }) {
      for (let n = Number(cursor?.n ?? 0); n < of(search).length; n += 1) {
        if (hiccup && n === 1) {
          hiccup = false
          throw new Error('The database is gone')
        }
        if (broken === id) throw new ProviderError(declaration, 'quota_exhausted')
        requested.push(`${id} ${search.company_domain} ${n}`)
        yield { leads: [leadOf(of(search)[n] as Person)], cursor: { n: n + 1 } }
      }
    },
  }
}

let t: TestApp
let websites: SampleWebsites
beforeAll(async () => {
  websites = await startSampleWebsites({
    'acme.example': sampleCompany('acme.example'),
    'empty.example': { '/': samplePage('Nothing', '<p>Nobody to write to.</p>') },
  })
  t = await testApp({
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
    sources: [
      sourceOf('contacts', ['company_domain']),
      sourceOf('registry', ['company_domain']),
      sourceOf('titles', ['position']),
    ],
  })
})
beforeEach(() => {
  requested = []
  broken = null
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
})

const firm = (name: string) => ({ values: { name, website: `http://${name.toLowerCase()}.example` } })
const firms = async (user: TestUser) =>
  (await seedList(t, user, { type: 'local', leads: [firm('Acme'), firm('Empty')] })).id

const selection = { filters: {} }
const orderOf = (id: number, more = {}) => ({
  params: { type: 'local' as const, id },
  body: { selection, ...more },
})

async function collectBeside(user: TestUser, id: number, more = {}) {
  const answer = await t.call(getEmployees, orderOf(id, more), user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  const run = await t.finished(answer.body.data.run.id, user)
  return { run, listId: answer.body.data.list_id }
}

async function collect(user: TestUser, id: number, more = {}) {
  const collected = await collectBeside(user, id, more)
  await expectSettledBooks(t.app.database.db, user.accountId)
  return collected
}

async function quoteOf(user: TestUser, list_id: number, more = {}) {
  const body = { action: 'get-employees' as const, type: 'local' as const, list_id, selection, ...more }
  return (await t.call(quoteEnrichment, { body }, user)).body.data
}

const peopleOf = async (id: number, user: TestUser) =>
  (await t.call(leads, { params: { type: 'people', id }, body: { limit: 100 } }, user)).body.data

describe('employees from people sources', () => {
  it('have a price per source, with those that cannot answer', async () => {
    const user = await t.account()
    const quote = await quoteOf(user, await firms(user), { max_people: 5 })
    expect(quote.sources).toMatchObject([
      { id: 'contacts', unit_cost: 3, left_out: null, people: { max: 4 }, credits: { max: 12 } },
      { id: 'registry', unit_cost: 3, left_out: null, people: { max: 2 }, credits: { max: 6 } },
      { id: 'titles', left_out: 'titles can’t look people up by company', people: { max: 0 } },
    ])
    expect(quote.credits.max).toBe(18)
    const none = await quoteOf(user, await firms(user), { sources: [] })
    expect([none.credits.max, none.sources.map(({ is_selected }) => is_selected)]).toEqual([
      0,
      [false, false, false],
    ])
  })

  it('come after those of the website, and are charged once, each value with its source', async () => {
    const user = await t.account()
    const listId = await firms(user)
    const quote = await quoteOf(user, listId)
    const { run, listId: into } = await collect(user, listId, { quote_id: quote.id })
    // Clara gets a profile, Dee and Eve are new; Anna gets only a region, Cy has no contact, D. Fox is Dee.
    expect(run).toMatchObject({
      state: 'succeeded',
      cost: 9,
      done: 2,
      total: 2,
      counts: { people: 6, from_sources: 3, completed: 2, found: 1, not_found: 1, unanswered: 0 },
    })
    const rows = await peopleOf(into, user)
    expect(rows.map(({ values }) => values.name).sort()).toEqual([
      'Anna Berger',
      'Boris Keller',
      'Clara Lindner',
      'Cy Poe',
      'Dee Fox',
      'Eve Orr',
    ])
    const dee = rows.find(({ values }) => values.name === 'Dee Fox')!
    expect(dee.values).toMatchObject({ position: 'CTO', phone: '+12025550199', domain: 'acme.example' })
    const at = { params: { type: 'people' as const, id: into, resultId: dee.id } }
    const { provenance } = (await t.call(showLead, at, user)).body.data
    expect([provenance.position?.source, provenance.phone?.source]).toEqual(['contacts', 'registry'])
    expect(await spentBySource(t, user)).toEqual({ contacts: 6, registry: 3 })

    // All are already paid: a second list costs nothing, and the same one gets nobody twice.
    expect((await collect(user, listId)).run).toMatchObject({ cost: 0, counts: { people: 6 } })
    const repeated = await collect(user, listId, { into_list_id: into })
    expect(repeated.run).toMatchObject({ cost: 0, counts: { people: 0 } })
  })

  it('are not requested when the website shows enough people, or when switched off', async () => {
    const user = await t.account()
    const listId = await firms(user)
    await collect(user, listId, { max_people: 3 })
    expect(requested.filter((call) => call.includes('acme'))).toEqual([])
    requested = []
    const { run } = await collect(user, listId, { sources: [] })
    expect([run.cost, requested]).toEqual([0, []])
    await collect(user, listId, { sources: ['registry'], max_people: 4 })
    expect(requested.toSorted()).toEqual(['registry acme.example 0', 'registry empty.example 0'])
    const unknown = await t.call(getEmployees, orderOf(listId, { sources: ['apollo'] }), user)
    expect(unknown).toMatchObject({
      status: 422,
      error: { fields: { sources: 'apollo is not a connected people source. Connect it under Integration' } },
    })
  })

  it('are collected once when the button is pressed twice', async () => {
    const user = await t.account()
    const listId = await firms(user)
    const press = () => t.call(getEmployees, orderOf(listId), user, { key: 'twice' })
    const both = (await Promise.all([press(), press()])).filter(({ status }) => status === 201)
    const ids = new Set(both.map(({ body }) => body.data.run.id))
    expect(ids.size).toBe(1)
    expect(await t.finished([...ids][0] as number, user)).toMatchObject({
      cost: 9,
      counts: { from_sources: 3, completed: 2, unpaid: 0, unanswered: 0 },
    })
    const [one, two] = await Promise.all([collectBeside(user, listId), collectBeside(user, listId)])
    expect([one.run.cost, two.run.cost]).toEqual([0, 0])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
  it('continue where the run was interrupted', async () => {
    const user = await t.account()
    hiccup = true
    const { run } = await collect(user, await firms(user))
    expect(hiccup).toBe(false)
    expect(run).toMatchObject({ cost: 9, done: 2, counts: { people: 6, from_sources: 3, completed: 2 } })
    expect(new Set(requested).size).toBe(requested.length)
  })

  it('cost no more than allowed, and a failing source does not stop the others', async () => {
    const user = await t.account()
    const { run } = await collect(user, await firms(user), { max_cost: 4 })
    expect(run).toMatchObject({ state: 'succeeded', cost: 3, counts: { unpaid: 1 } })

    broken = 'contacts'
    const other = await t.account()
    const listId = await firms(other)
    const { run: second } = await collect(other, listId)
    expect(second).toMatchObject({ state: 'succeeded', cost: 6, counts: { from_sources: 2, unanswered: 2 } })
    // Its plan is used up, so it is paused, and the next quote says so.
    const [paused] = (await quoteOf(other, listId)).sources
    expect(paused).toMatchObject({ left_out: expect.stringContaining('The plan with contacts is used up') })
  })
})
