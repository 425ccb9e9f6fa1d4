import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { findSimilar } from '#contract/prospecting/find-similar.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { defineSource } from '#contract/sources/source-kinds/define.ts'
import { type LeadSource, ProviderError, type SourceLead } from '#server/providers/lead-sources/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { spentBySource } from '#server/testing/spent-by-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

type Person = Record<string, string>
let broken = false

/** A made-up source of people. */
function sourceOf(id: string, people: Person[]): LeadSource {
  const lead = (values: Person, n: number): SourceLead => ({
    key: `${id}:${n}`,
    values,
    origin: {
      source: id,
      url: null,
      method: 'api',
      confidence: 1,
      observed_at: null,
      licence: null,
      record: String(n),
    },
    ...(!values.email && !values.linkedin_url && { free: true as const }),
  })
  const declaration = defineSource({
    id,
    label: id,
    answers: { people: ['position'] },
    terms: { text: 'For tests', url: null },
  })
  return {
    declaration,
    quote: async () => ({
      matched: people.length,
      isEstimate: true,
      withoutCoordinates: 0,
      dataAsOf: null,
      keys: [],
      ceiling: null,
    }),
    async *search(_query, { cursor }) {
      if (broken && id === 'two') throw new ProviderError(declaration, 'quota_exhausted')
      const from = Number(cursor?.from ?? 0)
      for (let n = from; n < people.length; n += 2)
        yield {
          leads: people.slice(n, n + 2).map((person, i) => lead(person, n + i)),
          cursor: { from: n + 2 },
        }
    },
  }
}

const at = (name: string, more: Person = {}): Person => ({
  name,
  company: 'Acme',
  domain: 'acme.example',
  ...more,
})
const ANN = 'https://www.linkedin.com/in/ann'
const one = sourceOf('one', [
  at('Ann Lee', { linkedin_url: ANN, position: 'CEO' }),
  at('Bob Ray', { email: 'bob@acme.example' }),
  at('Cy Poe'),
])
const two = sourceOf('two', [
  at('Ann Lee', { email: 'ann@acme.example', phone: '+12025550100' }),
  at('B. Ray', { email: 'bob@acme.example', position: 'CTO' }),
  at('Dee Fox', { email: 'dee@acme.example' }),
])

let t: TestApp
beforeAll(async () => {
  t = await testApp({ sources: [one, two] })
})
afterAll(() => t?.close())

const search = { source: 'all', position: 'CEO' }
async function run(user: TestUser, more: Record<string, unknown> = {}) {
  const answer = await t.call(
    createList,
    { body: { name: 'Everybody', type: 'people', search: { ...search, ...more } } },
    user,
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { id: answer.body.data.id, done: await t.finished(answer.body.data.run.id, user) }
}

const rowsOf = async (id: number, user: TestUser) =>
  (await t.call(leads, { params: { type: 'people', id }, body: { limit: 100 } }, user)).body.data.toSorted(
    (a, b) => a.id - b.id,
  )

describe('people like some', () => {
  it('are new ones, at two credits each', async () => {
    const user = await t.account()
    const list = await seedList(t, user, {
      type: 'people',
      leads: [{ values: { name: 'Ann Lee', company: 'Acme', position: 'CEO', email: 'ann@acme.example' } }],
    })
    const answer = await t.call(
      findSimilar,
      { params: { type: 'people', id: list.id }, body: { ids: list.leadIds, limit: 50 } },
      user,
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    const done = await t.finished(answer.body.data.run.id, user)
    const rows = await rowsOf(answer.body.data.list_id, user)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    expect(done.cost).toBe(rows.filter(({ values }) => values.email || values.linkedin_url).length * 2)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})
// A pause caused by one test must not affect the next.
beforeEach(() => t.app.database.pool.query('delete from source_health'))

describe('a search of all sources', () => {
  it('delivers each person once, with values of every source, and charges full contacts only', async () => {
    const user = await t.account()
    const { id, done } = await run(user)
    const rows = await rowsOf(id, user)
    expect(rows.map(({ values }) => values.name)).toEqual(['Ann Lee', 'Bob Ray', 'Cy Poe', 'Dee Fox'])
    expect(rows[0]?.values).toMatchObject({
      linkedin_url: ANN,
      position: 'CEO',
      email: 'ann@acme.example',
      phone: '+12025550100',
    })
    expect(rows[1]?.values.position).toBe('CTO')
    // Three full contacts at three credits; Cy has neither address nor profile.
    expect(done.cost).toBe(9)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('charges for the source that delivered', async () => {
    const user = await t.account()
    const { done } = await run(user)
    expect(await spentBySource(t, user)).toEqual({ one: 6, two: (done.cost ?? 0) - 6 })
  })

  it('respects the share per company', async () => {
    const user = await t.account()
    const { id } = await run(user, { max_per_company: 2 })
    expect(await rowsOf(id, user)).toHaveLength(2)
  })

  it('shows an estimated count before payment', async () => {
    const user = await t.account()
    const quote = await t.call(createQuote, { body: { type: 'people', search, only_new: false } }, user)
    expect(quote.body.data).toMatchObject({ matched: 6, already_saved: null, credits: { max: 18 } })
  })

  it('continues with the next source when one is used up', async () => {
    const user = await t.account()
    broken = true
    const { id, done } = await run(user)
    broken = false
    expect(done.state).toBe('succeeded')
    expect(await rowsOf(id, user)).toHaveLength(3)
  })
})
