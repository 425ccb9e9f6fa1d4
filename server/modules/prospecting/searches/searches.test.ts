import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { leadPoints, leads } from '#contract/leads/leads.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { createList, searchIntoList } from '#contract/leads/lists.ts'
import { countSearch, createQuote } from '#contract/prospecting/searches.ts'
import { kmBetween } from '#server/platform/geo/great-circle.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.admin()
  await t.places('alpha', [
    { name: 'Near One', lat: 10, lon: 10, website: 'http://one.example', phone: '+12025550101' },
    { name: 'Near Two', lat: 10.05, lon: 10.02 },
    { name: 'Shut', lat: 10.01, lon: 10.01, status: 'closed' },
    { name: 'Far', lat: 11, lon: 10 },
    { name: 'Nowhere', lat: null, lon: null, country: 'NG' },
    { name: 'On the other side of the world', lat: null, lon: null, country: 'US' },
    { name: 'Ledger Tax', category: 'office/tax_advisor', lat: 10, lon: 10 },
    { name: 'Sunny Solar Installers', category: null, lat: 10, lon: 10 },
  ])
})
afterAll(() => t.close())

const near = { lat: 10, lon: 10 }

describe('sample leads', () => {
  it.each([
    ['without a place', {}, { lat: 39.83, lon: -98.58 }],
    ['near a city that is only named', { near: 'Oslo, Norway' }, { lat: 59.91, lon: 10.75 }],
  ])('are on the map %s', async (_name, where, middle) => {
    const user = await t.account()
    const search = { source: 'sample', radius_km: 20, ...where } as const
    const started = await t.call(
      createList,
      { body: { name: 'Sample', type: 'local', search, limit: 10 } },
      user,
    )
    await t.finished(started.body.data.run.id, user)
    const params = { type: 'local', id: started.body.data.id } as const
    const { body } = await t.call(leadPoints, { params, body: {} }, user)
    expect(body.data.without_coordinates).toBe(0)
    expect(body.data.lats).toHaveLength(10)
    for (const [at, lat] of body.data.lats.entries())
      expect(kmBetween(middle, { lat, lon: body.data.lons[at] as number })).toBeLessThan(25)
  })
})

describe('a local search', () => {
  it('counts for free, quotes, delivers what it counted and charges exactly that', async () => {
    const user = await t.account({ credits: 50 })
    const search = { category: 'brewery', near, radius_km: 25 }
    const count = await t.call(countSearch, { body: { type: 'local', search } }, user)
    expect(count.body.data).toMatchObject({ matched: 2, without_coordinates: 1, no_data: false })
    const quote = await t.call(createQuote, { body: { type: 'local', search } }, user)
    expect(quote.body.data).toMatchObject({
      matched: 2,
      leads: { max: 2 },
      credits: { max: 2 },
      available: 50,
    })

    const started = await t.call(
      createList,
      { body: { name: 'Test', type: 'industry', search, quote_id: quote.body.data.id } },
      user,
    )
    expect(started.status).toBe(201)
    const run = await t.finished(started.body.data.run.id, user)
    expect(run).toMatchObject({
      state: 'succeeded',
      cost: 2,
      reserved: 0,
      counts: { matched: 2, delivered: 2 },
    })
    const page = await t.call(leads, { params: { type: 'local', id: started.body.data.id }, body: {} }, user)
    expect(page.body.data.map((lead) => lead.values.name)).toEqual(['Near One', 'Near Two'])
    const limits = await t.call(userLimits, {}, user)
    expect(limits.body.data).toMatchObject({ available: 48, reserved: 0, spent: 2 })
  })

  it('quotes into a list without the leads already in it, and honors that quote', async () => {
    const user = await t.account({ credits: 50 })
    const body = { type: 'local' as const, search: { category: 'brewery', near, radius_km: 25 } }
    const made = await t.call(createList, { body: { name: 'Test', ...body, limit: 1 } }, user)
    const { id, run } = made.body.data
    await t.finished(run.id, user)
    const quote = await t.call(createQuote, { body: { ...body, list_id: id } }, user)
    expect(quote.body.data).toMatchObject({
      matched: 2,
      already_in_lists: 1,
      leads: { max: 1 },
      credits: { max: 1 },
    })
    const { search } = body
    const into = await t.call(
      searchIntoList,
      { params: { id }, body: { search, quote_id: quote.body.data.id } },
      user,
    )
    expect(await t.finished(into.body.data.run.id, user)).toMatchObject({ cost: 1, counts: { delivered: 1 } })
    const other = await t.call(createQuote, { body: { ...body, list_id: id } }, await t.account())
    expect(other.status).toBe(404)
    const elsewhere = await t.call(
      createList,
      { body: { name: 'B', ...body, quote_id: quote.body.data.id } },
      user,
    )
    expect(elsewhere.error.code).toBe('quote_expired')
  })
})

describe('category words', () => {
  const count = async (category: string) => {
    const body = { type: 'local' as const, search: { category } }
    return (await t.call(countSearch, { body }, await t.account())).body.data
  }

  it('may be misspelled', async () => {
    expect(await count('tax adviser')).toMatchObject({
      matched: 1,
      category: { labels: ['Tax Advisor Office'], as_keywords: false },
    })
  })

  it('are searched in names when no category matches', async () => {
    expect(await count('solar installer')).toMatchObject({
      matched: 1,
      category: { labels: [], as_keywords: true },
    })
  })

  it('are recognized in every example of the form', async () => {
    const item = LIST_TYPES.local.searchForm.find(({ kind }) => kind === 'category')
    const examples = (item?.help ?? '').replace(/^.*: | \u2026$/g, '').split(', ')
    expect(examples).toContain('tax adviser')
    for (const example of examples) expect((await count(example)).category?.labels).not.toEqual([])
  })
})

describe('an installation without data', () => {
  it('says so with the count', async () => {
    const empty = await testApp({ roles: ['web'] })
    try {
      const body = { type: 'local' as const, search: { category: 'brewery' } }
      const found = await empty.call(countSearch, { body }, await empty.account())
      expect(found.body.data).toMatchObject({ matched: 0, no_data: true })
    } finally {
      await empty.close()
    }
  })
})

describe('pasted domains', () => {
  const domains = ['acme.example', 'https://shop.acme.example/x', 'acme.exampel', '10.0.0.1', 'nothing']
  const skipped = [
    { entry: 'acme.exampel', reason: 'No domain ends in .exampel' },
    { entry: '10.0.0.1', reason: 'An IP address, not a domain' },
    { entry: 'nothing', reason: 'Not a domain' },
  ]

  it('are used without the invalid entries, which are listed with the reason', async () => {
    const user = await t.account()
    const body = { type: 'single' as const, search: { domains, max_emails: 5 } }
    expect((await t.call(countSearch, { body }, user)).body.data.skipped).toEqual(skipped)
    const quote = await t.call(createQuote, { body }, user)
    // Two hosts of one company are one website.
    expect(quote.body.data).toMatchObject({ skipped, leads: { max: 5 } })
  })

  it('are refused when none is a domain', async () => {
    const body = { type: 'single' as const, search: { domains: ['acme.exampel'] } }
    const found = await t.call(countSearch, { body }, await t.account())
    expect(found.error).toMatchObject({
      code: 'validation_failed',
      fields: { 'search.domains': expect.stringContaining('No domain ends in .exampel') },
    })
  })
})
