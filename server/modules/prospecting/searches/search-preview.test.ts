import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { runs } from '#contract/activity/runs.ts'
import { createList } from '#contract/leads/lists.ts'
import { createQuote, PREVIEW_ROWS, previewSearch } from '#contract/prospecting/searches.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { maskedRow } from './search-preview.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.places('shown', [
    {
      name: 'First One',
      lat: 10.0004,
      lon: 10,
      city: 'Portland',
      region: 'Oregon',
      website: 'https://first.example/contact/us',
      phone: '+12025550101',
      email: 'info@first.example',
    },
    ...Array.from({ length: 14 }, (_, at) => ({ name: `Next ${at}`, lat: 10, lon: 10.001 + at / 1000 })),
  ])
  // The same place of another source.
  await t.places('duplicates', [
    { name: 'First One', lat: 10.0004, lon: 10, website: 'https://first.example/' },
  ])
})
afterAll(() => t.close())

const search = { category: 'brewery', near: { lat: 10, lon: 10 }, radius_km: 25 }

describe('a preview', () => {
  it('shows the first matches with masked contacts, free and without traces', async () => {
    const user = await t.account({ credits: 20 })
    const { status, body } = await t.call(previewSearch, { body: { type: 'local', search } }, user)
    expect([status, body.data.is_available, body.data.rows.length]).toEqual([200, true, PREVIEW_ROWS])
    expect(body.data.rows[0]).toEqual({
      name: 'First One',
      about: 'Craft Brewery',
      place: 'Portland, Oregon',
      lat: 10,
      lon: 10,
      has_website: true,
      email: 'i…@first.example',
      phone: '+1 202 ••• ••01',
      is_saved: false,
    })
    expect(JSON.stringify(body)).not.toMatch(/info@|5550101|contact\/us|10\.0004/)
    expect((await t.call(userLimits, {}, user)).body.data).toMatchObject({ available: 20, spent: 0 })
    expect((await t.call(runs, {}, user)).body.data).toEqual([])
  })

  it('marks saved leads the way the quote counts them', async () => {
    const user = await t.account({ credits: 20 })
    const request = { type: 'local' as const, search }
    const made = await t.call(createList, { body: { name: 'Test', ...request, limit: 3 } }, user)
    await t.finished(made.body.data.run.id, user)
    const { rows } = (await t.call(previewSearch, { body: request }, user)).body.data
    expect(rows.map(({ is_saved }) => is_saved).slice(0, 4)).toEqual([true, true, true, false])
    const quotes = [{}, { limit: 2 }, { only_new: true, limit: 2 }, { list_id: made.body.data.id }]
    for (const more of quotes) {
      const { body } = await t.call(createQuote, { body: { ...request, ...more } }, user)
      expect(body.data.already_saved).toBe(3)
      expect(body.data.matched).toBeGreaterThan(10)
    }
    const { rows: foreign } = (await t.call(previewSearch, { body: request }, await t.account())).body.data
    expect(foreign.some(({ is_saved }) => is_saved)).toBe(false)
  })

  it('is unavailable for websites, which are not read yet', async () => {
    const request = { type: 'single' as const, search: { domains: ['acme.example'] } }
    const user = await t.account()
    const { body } = await t.call(previewSearch, { body: request }, user)
    expect(body.data).toEqual({ is_available: false, rows: [] })
    expect((await t.call(createQuote, { body: request }, user)).body.data.already_saved).toBeNull()
  })

  it.each(['local', 'people', 'single', 'influencer'] as const)('shows samples of %s', async (type) => {
    const request = { type, search: { source: 'sample' } }
    const { body } = await t.call(previewSearch, { body: request }, await t.account())
    expect(body.data.rows).toHaveLength(PREVIEW_ROWS)
    for (const row of body.data.rows) expect(row.name ?? row.email).not.toBeNull()
  })
})

const word = fc.stringMatching(/^[a-z]{2,8}$/)
const business = fc.record({
  email: fc
    .tuple(fc.stringMatching(/^[a-z][a-z.+]{2,8}[a-z]$/), word)
    .map(([name, host]) => `${name}@${host}.example`),
  phone: fc.oneof(
    fc.integer({ min: 100, max: 199 }).map((end) => `+12025550${end}`),
    fc.integer({ min: 1_000_000, max: 9_999_999 }).map((end) => `+4930${end}`),
    fc.integer({ min: 2_000_000, max: 9_999_999 }).map(String),
  ),
  website: fc.tuple(word, word).map(([host, path]) => `https://${host}.example/page-${path}`),
  words: word,
})
/** Where a careless record has a contact outside its own field. */
const FORMS = [
  (row: { words: string }) => row.words,
  (row: { words: string; email: string }) => `${row.words} (${row.email})`,
  (row: { words: string; phone: string }) => `${row.words} ${row.phone}`,
  (row: { words: string; website: string }) => `${row.words}, ${row.website.slice('https://'.length)}`,
]

it('never shows an email, phone number or page of a website, anywhere in a record', () => {
  fc.assert(
    fc.property(
      business,
      fc.tuple(...['name', 'city', 'company'].map(() => fc.constantFrom(...FORMS))),
      (row, forms) => {
        const [name, city, company] = forms.map((form) => form(row))
        const { email, phone, website } = row
        const shown = maskedRow({ values: { name, city, company, email, phone, website } as never })
        const text = JSON.stringify(shown)
        expect(text).not.toContain(email)
        expect(text.replace(/[^\d"]/g, '')).not.toContain(phone.replace(/\D/g, ''))
        expect(text).not.toContain('/page-')
        expect(shown.has_website).toBe(true)
      },
    ),
  )
})
