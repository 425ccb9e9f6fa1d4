import { describe, expect, it } from 'vitest'
import { TOWN } from '#server/testing/fake-vendors/invented-places.ts'
import { startFakeOsm } from '#server/testing/fake-vendors/osm.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { placeReader } from '#server/testing/place-reader.ts'
import { vendorBench, vendorContract } from '#server/testing/vendor-bench.ts'
import type { SourceLead } from '../lead-source.ts'
import { NominatimAnswer, OverpassAnswer } from './osm-client.ts'
import { createOsmSource } from './osm-source.ts'

const bench = vendorBench(
  () => startFakeOsm({ timesOutAt: 50 }),
  (setup) =>
    createOsmSource(
      { ...setup, nominatimUrl: setup.baseUrl, userAgent: 'ExampleBot/1.0 (+https://example.com)' },
      placeReader,
    ),
)
const query = (search: Record<string, unknown> = {}) => ({
  type: 'local' as const,
  search: {
    category: 'brewery',
    near: TOWN,
    radius_km: 10,
    has: [],
    has_not: [],
    include_closed: false,
    ...search,
  },
})

testLeadSource('OpenStreetMap', () => ({
  source: bench.source(),
  queries: [query(), query({ radius_km: 3, has: ['website'] })],
  context: bench.context(),
}))

bench.testFaults('OpenStreetMap', (source, context) => source.quote(query(), { ...context, keys: 0 }))

async function all(search: Record<string, unknown> = {}) {
  const leads: SourceLead[] = []
  for await (const batch of bench.source().search?.(query(search), bench.context()) ?? [])
    leads.push(...batch.leads)
  return leads
}

describe('a search', () => {
  it('splits into quarters when Overpass runs out of time', async () => {
    const before = bench.fake().queries.length
    const leads = await all()
    expect(leads).toHaveLength(120)
    expect(bench.fake().queries.length - before).toBeGreaterThan(4)
    expect(bench.fake().queries.at(-1)).toContain('nwr["craft"="brewery"]["name"](')
    expect(leads[0]?.values).toMatchObject({ city: 'Portland', country: 'US', category: 'craft/brewery' })
    expect(leads[0]?.origin).toMatchObject({ licence: 'ODbL-1.0', observed_at: '2026-10-31T22:00:00Z' })
  })

  it('returns the values of a place, and its source', async () => {
    expect((await all({ has: ['email'], has_not: ['x'] })).every(({ values }) => values.email)).toBe(true)
    expect(bench.fake().agents.at(-1)).toBe('ExampleBot/1.0 (+https://example.com)')
  })

  it('resolves a place name once, and reports when there is none', async () => {
    const source = bench.source()
    const near = 'Portland State University'
    const before = bench.fake().requests.length
    for (const _ of [1, 2]) await source.quote(query({ near }), { ...bench.context(), keys: 0 })
    const requested = bench.fake().requests.slice(before)
    expect(requested.filter((path) => path.startsWith('/search'))).toHaveLength(1)
    await expect(
      source.quote(query({ near: 'Nowhere' }), { ...bench.context(), keys: 0 }),
    ).rejects.toMatchObject({
      field: 'near',
    })
  })

  it('escapes keywords and quotes in its query', async () => {
    await all({ category: 'ale "]; out; house', keywords: 'o.k' })
    expect(bench.fake().queries.at(-1)).toContain('["name"~"\\"\\\\];",i]["name"~"out;",i]')
    expect(bench.fake().queries.at(-1)).toContain('["name"~"o\\\\.k",i]')
  })

  it('treats a busy server as a rate limit', async () => {
    const error = await bench.fake().answering({ status: 429 }, () =>
      bench
        .source()
        .quote(query(), { ...bench.context(), keys: 0 })
        .catch((e: unknown) => e),
    )
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 15 })
  })
})

describe('the contracts', () => {
  interface Contract {
    paths: Record<
      string,
      Record<string, { responses: { 200: { content: { 'application/json': { example: unknown } } } } }>
    >
  }
  const exampleOf = (contract: Contract, path: string, method: string) =>
    contract.paths[path]?.[method]?.responses[200].content['application/json'].example
  const overpass = vendorContract('overpass/overpass.derived.openapi.json') as Contract | null
  const nominatim = vendorContract('nominatim/nominatim.derived.openapi.json') as Contract | null

  it.skipIf(!overpass || !nominatim)(
    'examples are parsed (skipped where the contracts are not there)',
    () => {
      const { elements } = OverpassAnswer.parse(exampleOf(overpass!, '/interpreter', 'post'))
      const places = elements.map(({ type, id, tags }) => placeReader.readTags(`${type}/${id}`, tags ?? {}))
      expect(places[1]).toMatchObject({
        name: 'Example Bakery',
        email: 'info@bakery.example',
        category: 'shop/bakery',
      })
      expect(NominatimAnswer.parse(exampleOf(nominatim!, '/search', 'get'))[0]?.lat).toBe('51.5073219')
    },
  )
})
