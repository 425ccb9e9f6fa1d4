import { describe, expect, it } from 'vitest'
import { startFakeGooglePlaces } from '#server/testing/fake-vendors/google-places.ts'
import { TOWN } from '#server/testing/fake-vendors/invented-places.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { placeReader } from '#server/testing/place-reader.ts'
import { vendorBench, vendorContract } from '#server/testing/vendor-bench.ts'
import type { SourceLead } from '../lead-source.ts'
import { FIELD_MASKS } from './google-places-client.ts'
import { createGooglePlacesSource } from './google-places-source.ts'

const benchOf = (places: number) =>
  vendorBench(
    () => startFakeGooglePlaces({ places }),
    (setup) => createGooglePlacesSource(setup, placeReader),
  )
const bench = benchOf(300)
/** Still more than Google shows at once, but a search from each of its pages on is short. */
const few = benchOf(100)
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

testLeadSource('Google Places', () => ({
  source: few.source(),
  queries: [query(), query({ radius_km: 1.5, has: ['website'] })],
  context: few.context(),
}))

bench.testFaults(
  'Google Places',
  (source, context) => source.quote(query(), { ...context, keys: 0 }),
  [],
  true,
)

async function all(search: Record<string, unknown> = {}) {
  const leads: SourceLead[] = []
  let [areas, cut] = [0, 0]
  for await (const batch of bench.source().search?.(query(search), bench.context()) ?? []) {
    leads.push(...batch.leads)
    areas += batch.coverage?.areas ?? 0
    cut += batch.coverage?.cut ?? 0
  }
  return { leads, areas, cut }
}

describe('a search', () => {
  it('splits areas with more than 60 places until it has all of them', async () => {
    const { leads, areas, cut } = await all({ include_closed: true })
    expect(leads).toHaveLength(300)
    expect(areas).toBeGreaterThan(4)
    expect(cut).toBe(0)
    expect(leads[0]?.values).toMatchObject({
      city: 'Portland',
      region: 'Oregon',
      country: 'US',
      category: 'craft/brewery',
    })
    expect(String(leads[0]?.values.phone)).toMatch(/^\+1503555\d{4}$/)
    expect(leads.every(({ key, values }) => key === `google-places:${values.google_place_id}`)).toBe(true)
    expect(leads[0]?.origin.observed_at).toBe('2026-11-01T00:00:00.000Z')
  })

  it('skips closed places and those without the required values, and counts by ids only', async () => {
    const before = bench.fake().bodies.length
    const charged = bench.fake().charged()
    await bench.source().quote(query(), { ...bench.context(), keys: 0 })
    expect(bench.fake().charged()).toBe(charged)
    expect(bench.fake().bodies[before]?.fields).toBe(FIELD_MASKS.ids)
    const { leads } = await all({ has: ['website'] })
    expect(leads.length).toBeLessThan(200)
    expect(leads.every(({ values }) => values.website && values.business_status === 'open')).toBe(true)
  })

  it.each([
    [{ near: undefined }, 'near', /around a place/],
    [{ has: ['email'] }, 'has', /doesn’t know emails/],
    [{ has_not: ['facebook'] }, 'has_not', /Facebook profiles/],
  ])('%j is rejected at its field', (search, field, message) => {
    const { normalise } = bench.source()
    expect(() => normalise?.(query(search).search)).toThrow(expect.objectContaining({ field }))
    expect(() => normalise?.(query(search).search)).toThrow(message)
  })
})

it('distinguishes a wrong key and a used-up daily quota from other errors', async () => {
  const source = bench.source()
  const wrong = { id: 2, level: 'account' as const, open: () => ({ key: 'no-such-key' }) }
  const error = await source.test?.(bench.context({ credential: wrong })).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'unauthorized' })
  const body = JSON.stringify({
    error: { message: 'Quota exceeded: requests per day', status: 'RESOURCE_EXHAUSTED' },
  })
  const used = await bench
    .fake()
    .answering({ status: 429, body }, () =>
      source.quote(query(), { ...bench.context(), keys: 0 }).catch((e: unknown) => e),
    )
  expect(used).toMatchObject({ code: 'quota_exhausted' })
})

describe('the vendor’s contract', () => {
  interface Schemas {
    components: { schemas: Record<string, { properties: Record<string, unknown> }> }
  }
  const contract = vendorContract('google-places/places-v1.mock.openapi.json') as Schemas | null
  const propertiesOf = (name: string) =>
    Object.keys(
      Object.entries(contract!.components.schemas).find(([schema]) => schema.endsWith(name))?.[1]
        .properties ?? {},
    )

  it.skipIf(!contract)('has every requested field (skipped where the contracts are missing)', async () => {
    const fields = FIELD_MASKS.full.split(',').flatMap((name) => name.split('places.')[1] ?? [])
    expect(propertiesOf('V1Place')).toEqual(expect.arrayContaining(fields))
    await bench.source().quote(query(), { ...bench.context(), keys: 0 })
    const sent = Object.keys(bench.fake().bodies.at(-1)?.body ?? {})
    expect(propertiesOf('SearchTextRequest')).toEqual(expect.arrayContaining(sent))
  })
})
