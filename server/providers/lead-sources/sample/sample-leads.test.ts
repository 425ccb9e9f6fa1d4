import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  GROWTH_INTERVALS,
  GROWTH_NAMES,
  GROWTH_OPERATORS,
  GROWTH_RATES,
  type Growth,
  PLATFORMS,
  RANGE_NAMES,
  RANGES,
} from '#contract/leads/influencer-filters.ts'
import { NUMERIC_KINDS } from '#contract/leads/list-types/define.ts'
import { findField, LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { kmBetween } from '#server/platform/geo/great-circle.ts'
import { MAX_SAMPLE_LEADS, sampleLeads, sampleTotal } from './sample-leads.ts'

const words = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom('acme.com', 'me@acme.com', 'pub & grill', '東京'),
)
const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const growth = fc.record({
  interval: fc.constantFrom(...GROWTH_INTERVALS),
  operator: fc.constantFrom(...GROWTH_OPERATORS),
  value: fc.double({ min: -1, max: 3, noNaN: true }),
})

const SEARCHES: Record<ListTypeId, fc.Arbitrary<Record<string, unknown>>> = {
  local: fc.record(
    {
      category: words,
      keywords: words,
      near: fc.oneof(point, words),
      radius_km: fc.double({ min: 0.0001, max: 500, noNaN: true }),
      has: fc.subarray(['website', 'phone']),
      include_closed: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  people: fc.record({ position: words, company: words, keywords: words }, { requiredKeys: [] }),
  single: fc.record({ domain: words }, { requiredKeys: [] }),
  influencer: fc.record(
    {
      keywords: words,
      platform: fc.subarray([...PLATFORMS]),
      ...Object.fromEntries(
        RANGE_NAMES.flatMap((name) => [`${name}_min`, `${name}_max`]).map((bound) => [
          bound,
          fc.nat(5_000_000),
        ]),
      ),
      lastposted: fc.integer({ min: 30, max: 400 }),
      engagementRate: fraction,
      followersGrowthRate: growth,
      likesGrowthRate: growth,
      viewsGrowthRate: growth,
      audience: fc.record({ credibility: fraction }),
    },
    { requiredKeys: [] },
  ),
}

const COMPARE: Record<Growth['operator'], (value: number, limit: number) => boolean> = {
  gte: (value, limit) => value >= limit,
  gt: (value, limit) => value > limit,
  lt: (value, limit) => value < limit || limit === -1,
  lte: (value, limit) => value <= limit,
}
const DAY_MS = 86_400_000

/** Names of the filters that a lead does not match. */
function breaks(filters: object, values: Record<string, string | number>): string[] {
  const search = filters as Record<string, unknown>
  const wrong = (name: string, test: (wanted: never) => boolean) =>
    search[name] === undefined || test(search[name] as never) ? [] : [name]
  return [
    ...RANGE_NAMES.flatMap((name) => [
      ...wrong(`${name}_min`, (min: number) => Number(values[RANGES[name].field]) >= min),
      ...wrong(`${name}_max`, (max: number) => Number(values[RANGES[name].field]) <= max),
    ]),
    ...GROWTH_NAMES.flatMap((name) =>
      wrong(name, ({ operator, value }: Growth) =>
        COMPARE[operator](Number(values[GROWTH_RATES[name].field]), value),
      ),
    ),
    ...wrong(
      'platform',
      (wanted: string[]) => wanted.length === 0 || wanted.includes(String(values.platform)),
    ),
    ...wrong('engagementRate', (min: number) => Number(values.engagement_rate) >= min),
    ...wrong(
      'audience',
      ({ credibility }: { credibility: number }) => Number(values.audience_credibility) >= credibility,
    ),
    ...wrong(
      'lastposted',
      (days: number) => TODAY.getTime() - Date.parse(String(values.last_post_at)) <= days * DAY_MS,
    ),
  ]
}

const TODAY = new Date('2026-03-01T12:00:00Z')
const eachType = LIST_TYPE_IDS.map((type) => [type, SEARCHES[type]] as const)
const first = (type: ListTypeId, search: Record<string, unknown>, limit = 12) =>
  sampleLeads(type, search, { offset: 0, limit, today: TODAY })
const holds = (
  search: fc.Arbitrary<Record<string, unknown>>,
  check: (search: Record<string, unknown>) => void,
) => fc.assert(fc.property(search, check), { numRuns: 60 })

describe.each(eachType)('sample leads of %s', (type, searches) => {
  it('are the same for the same search, with any limit and start', () => {
    holds(searches, (search) => {
      const many = first(type, search, 30)
      const reordered = Object.fromEntries(Object.entries(search).reverse())
      expect(first(type, reordered, 7)).toEqual(many.slice(0, 7))
      expect(sampleLeads(type, search, { offset: 7, limit: 5, today: TODAY })).toEqual(many.slice(7, 12))
    })
  })

  it('fill declared fields of the list type, without empty values', () => {
    holds(searches, (search) => {
      for (const { values } of first(type, search)) {
        for (const [field, value] of Object.entries(values)) {
          const kind = findField(type, field)?.kind
          expect(kind, field).toBeDefined()
          expect(typeof value, field).toBe(NUMERIC_KINDS.includes(kind!) ? 'number' : 'string')
          expect(value).not.toBe('')
        }
      }
    })
  })

  it('use no real domain, address or phone', () => {
    const reserved = String.raw`(?:[a-z0-9-]{1,63}\.)*example(?:\.(?:com|net|org))?`
    const host = new RegExp(`^${reserved}$`)
    const email = new RegExp(`^[a-z.0-9]+@${reserved}$`)
    holds(searches, (search) => {
      for (const { values } of first(type, search)) {
        for (const [field, value] of Object.entries(values)) {
          const kind = findField(type, field)!.kind
          if (kind === 'url') expect(new URL(String(value)).hostname).toMatch(host)
          if (kind === 'email') expect(value).toMatch(email)
          if (kind === 'phone') expect(value).toMatch(/^\+1\d{3}55501\d\d$/)
          if (field === 'domain') expect(value).toMatch(host)
          if (field === 'name') expect(value).toMatch(/^Sample [^.@]*\d+$/)
        }
      }
    })
  })

  it('end at 500, each with its own key', () => {
    const all = sampleLeads(type, {}, { offset: 0, limit: 100_000, today: TODAY })
    expect([all.length, sampleTotal(type, {})]).toEqual([MAX_SAMPLE_LEADS, MAX_SAMPLE_LEADS])
    expect(new Set(all.map(({ key }) => key)).size).toBe(MAX_SAMPLE_LEADS)
    expect(sampleLeads(type, {}, { offset: 500, limit: 10, today: TODAY })).toEqual([])
    const emails = all.flatMap(({ values }) => values.email ?? [])
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails.length).toBeGreaterThan(200)
  })

  it('differ from one search to another', () => {
    const { name, kind } = LIST_TYPES[type].searchForm.find((item) =>
      ['text', 'domains'].includes(item.kind),
    )!
    const searchFor = (word: string) => ({ [name]: kind === 'domains' ? [`${word}.example`] : word })
    const [one, other] = ['red', 'blue'].map((word) => first(type, searchFor(word)).map(({ key }) => key))
    expect(one!.filter((key) => other!.includes(key))).toEqual([])
  })
})

describe('a search for sample businesses', () => {
  it('stay inside the circle and have distances', () => {
    const circles = fc.record({ near: point, radius_km: fc.double({ min: 0.0001, max: 500, noNaN: true }) })
    fc.assert(
      fc.property(circles, ({ near, radius_km }) => {
        for (const { values } of first('local', { near, radius_km })) {
          const there = { lat: Number(values.lat), lon: Number(values.lon) }
          const distance = kmBetween(near, there)
          expect(distance).toBeLessThanOrEqual(radius_km)
          expect(Math.abs(distance - Number(values.distance_km))).toBeLessThanOrEqual(0.0005)
          expect(Math.abs(there.lat) <= 90 && Math.abs(there.lon) <= 180).toBe(true)
        }
      }),
    )
  })

  it('uses the whole circle', () => {
    const far = first('local', { near: { lat: 45.5, lon: -122.6 }, radius_km: 10 }, 500)
    expect(far.filter(({ values }) => Number(values.distance_km) > 5).length).toBeGreaterThan(300)
  })

  it('keeps the category and the required values', () => {
    const search = { category: 'craft/brewery', has: ['website', 'phone'], near: 'Portland, Oregon' }
    for (const { values } of first('local', search, 100)) {
      expect(values).toMatchObject({
        category: 'craft/brewery',
        city: 'Portland',
        region: 'Oregon',
        business_status: 'open',
      })
      expect(values.name).toMatch(/^Sample Brewery \d+$/)
      expect(values.website && values.phone).toBeTruthy()
      expect(values.lat).toBeUndefined()
    }
    const some = first('local', { category: 'craft/brewery' }, 100).filter(({ values }) => !values.website)
    expect(some.length).toBeGreaterThan(0)
  })

  it('returns closed ones only on request', () => {
    const closed = (include_closed: boolean) =>
      first('local', { include_closed }, 500).filter(({ values }) => values.business_status === 'closed')
        .length
    expect([closed(false), closed(true) > 0]).toEqual([0, true])
  })
})

describe('a search for sample creators', () => {
  it('applies every filter, and finds none when a minimum exceeds its maximum', () => {
    holds(SEARCHES.influencer, (search) => {
      const filters = search as Record<string, number | undefined>
      const leads = first('influencer', search)
      const inOrder = RANGE_NAMES.every(
        (name) => (filters[`${name}_min`] ?? 0) <= (filters[`${name}_max`] ?? Infinity),
      )
      expect(leads.length > 0).toBe(inOrder)
      for (const { values } of leads) expect(breaks(search, values)).toEqual([])
    })
  })
})

it('keeps a reserved domain and replaces any other', () => {
  const domainOf = (domain: string) => first('single', { domains: [domain] })[0]!.values.domain
  expect(['example.com', 'shop.example', 'acme.com', 'example.company'].map(domainOf)).toEqual([
    'example.com',
    'shop.example',
    'sample-acme-com.example',
    'sample-example-company.example',
  ])
})
