import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  businessDetails,
  createBusinessDetails,
  suggestBusinessDetails,
  updateBusinessDetails,
} from '#contract/ai/business-details.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const IMPRINT = `<html><head><title>Imprint</title></head><body><h1>Imprint</h1>
  <p>Mill Lane Bakery GmbH<br>Mühlenweg 12<br>10115 Berlin<br>Germany</p></body></html>`
const HOME = `<html><head><title>Mill Lane Bakery</title>
  <meta name="description" content="  Sourdough bread   and cakes, baked every night in Berlin.">
  <meta property="og:site_name" content="Mill Lane Bakery"></head>
  <body><h1>Mill Lane Bakery</h1><a href="/imprint">Imprint</a></body></html>`

let t: TestApp
let websites: SampleWebsites
beforeAll(async () => {
  websites = await startSampleWebsites({
    'mill-lane-bakery.example': { '/': HOME, '/imprint': IMPRINT },
    'closed.example': { '/robots.txt': 'User-agent: *\nDisallow: /', '/': HOME },
  })
  t = await testApp({ roles: ['web'], hostMap: websites.hostMap, crawl: { delayMs: 0 } })
})
afterAll(async () => {
  await t.close()
  await websites.close()
})

const shown = async (user: TestUser) => (await t.call(businessDetails, {}, user)).body.data
const FULL = {
  name: ' Mill Lane Bakery ',
  website: 'mill-lane-bakery.example',
  address: 'Mühlenweg 12\n10115 Berlin',
  description: 'Bread',
  offer: 'Fresh bread by seven',
  proof: '120 cafés',
  tone: 'Warm',
  banned_phrases: ['synergy'],
  signature: 'Ann\nMill Lane',
}

describe('the business profile', () => {
  it('is one per account, visible to its people only', async () => {
    const owner = await t.account()
    expect(await shown(owner)).toBe(null)
    const made = await t.call(createBusinessDetails, { body: FULL }, owner)
    expect(made.status).toBe(201)
    const wanted = { ...FULL, name: 'Mill Lane Bakery', website: 'https://mill-lane-bakery.example' }
    expect(made.body.data).toMatchObject({ ...wanted, version: 1, updated_by: 'Test' })
    expect(await shown(await t.member(owner))).toEqual(made.body.data)
    expect(await shown(await t.account())).toBe(null)
  })

  it('needs a name and valid addresses', async () => {
    const owner = await t.account()
    const wrong = { name: ' ', website: 'javascript:alert(1)' }
    const { status, error } = await t.call(createBusinessDetails, { body: wrong }, owner)
    expect([status, error?.fields]).toEqual([
      422,
      { name: 'Field is required', website: 'Field must be a valid url' },
    ])
  })

  it('shows the second of two people the first one’s changes, and saves nothing', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    const { id } = (await t.call(createBusinessDetails, { body: FULL }, owner)).body.data
    const first = { ...FULL, tone: 'Dry', version: 1 }
    expect((await t.call(updateBusinessDetails, { params: { id }, body: first }, owner)).status).toBe(200)
    const second = { ...FULL, offer: 'Cakes', version: 1 }
    const refused = await t.call(updateBusinessDetails, { params: { id }, body: second }, member)
    expect([refused.status, refused.error?.code]).toEqual([409, 'edit_conflict'])
    expect(refused.error?.details?.current).toEqual(await shown(owner))
    expect(await shown(owner)).toMatchObject({ tone: 'Dry', offer: FULL.offer, version: 2 })
    const merged = { ...FULL, tone: 'Dry', offer: 'Cakes', version: 2 }
    const saved = await t.call(updateBusinessDetails, { params: { id }, body: merged }, member)
    expect(saved.body.data).toMatchObject({ tone: 'Dry', offer: 'Cakes', version: 3 })
  })

  it('reports a conflict when two fill it in at the same time', async () => {
    const owner = await t.account()
    const both = await Promise.all(
      ['A', 'B'].map((name) => t.call(createBusinessDetails, { body: { name } }, owner)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.error?.details?.current).toEqual(await shown(owner))
  })

  it('keeps its version when nothing was changed', async () => {
    const owner = await t.account()
    const { id } = (await t.call(createBusinessDetails, { body: FULL }, owner)).body.data
    const same = await t.call(updateBusinessDetails, { params: { id }, body: { ...FULL, version: 1 } }, owner)
    expect(same.body.data.version).toBe(1)
  })

  it('of another account is not found', async () => {
    const { id } = (await t.call(createBusinessDetails, { body: FULL }, await t.account())).body.data
    const other = await t.account()
    await t.call(createBusinessDetails, { body: FULL }, other)
    const body = { ...FULL, version: 1 }
    expect((await t.call(updateBusinessDetails, { params: { id }, body }, other)).status).toBe(404)
  })
})

describe('values from the company website', () => {
  const request = async (website: string) =>
    (await t.call(suggestBusinessDetails, { body: { website } }, await t.account())).body.data

  it('come with their page', async () => {
    const { suggestions, pages, problem } = await request('https://www.mill-lane-bakery.example/')
    expect([pages, problem]).toEqual([2, null])
    const home = 'https://mill-lane-bakery.example/'
    expect(suggestions).toEqual([
      { field: 'name', value: 'Mill Lane Bakery GmbH', page: `${home}imprint` },
      { field: 'website', value: home, page: home },
      { field: 'address', value: 'Mühlenweg 12\n10115 Berlin', page: `${home}imprint` },
      {
        field: 'description',
        value: 'Sourdough bread and cakes, baked every night in Berlin.',
        page: home,
      },
    ])
  })

  it('are not read where robots.txt refuses, and never made up', async () => {
    expect(await request('closed.example')).toMatchObject({ problem: 'refused_by_robots', suggestions: [] })
    expect(await request('no domain at all')).toMatchObject({ problem: 'bad_domain', suggestions: [] })
  })

  it('are read within limits', async () => {
    const owner = await t.account()
    const tries = []
    for (let number = 0; number < 21; number++)
      tries.push((await t.call(suggestBusinessDetails, { body: { website: 'x' } }, owner)).status)
    expect(new Set(tries.slice(0, 20))).toEqual(new Set([200]))
    expect(tries[20]).toBe(429)
  })
})
