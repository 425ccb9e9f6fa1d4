import { type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import { type InventedPlace, inventedPlaces, TOWN } from './invented-places.ts'

const elementOf = (place: InventedPlace) => {
  const at = { lat: place.lat, lon: place.lon }
  return {
    type: place.index % 2 ? 'way' : 'node',
    id: 1000 + place.index,
    ...(place.index % 2 ? { center: at } : at),
    tags: {
      craft: 'brewery',
      name: place.name,
      'addr:street': place.street,
      'addr:housenumber': place.number,
      'addr:city': place.city,
      'addr:postcode': place.postcode,
      'addr:country': 'US',
      phone: place.phone,
      ...(place.website && { 'contact:website': place.website }),
      ...(place.index % 10 === 0 && { email: `hello@brewery-${place.index}.example` }),
    },
  }
}

/**
 * A fake Overpass and Nominatim with the first `places` generated breweries. A box with more than `timesOutAt` times
 * out.
 */
export const startFakeOsm = async (
  options: FakeVendorOptions & { places?: number; timesOutAt?: number } = {},
): Promise<FakeVendor & { queries: string[]; agents: string[] }> => {
  const places = inventedPlaces(options.places ?? 120)
  const queries: string[] = []
  const agents: string[] = []
  const envelope = {
    version: 0.6,
    generator: 'Overpass API',
    osm3s: { timestamp_osm_base: '2026-10-31T22:00:00Z' },
  }
  const fake = await startFakeVendor(options, {
    keyOf: () => null,
    wrongKey: { status: 401 },
    usedUp: { status: 429 },
    serve({ question, answer }) {
      agents.push(String(question.headers['user-agent']))
      if (question.path === '/search') {
        const isKnown = /portland/i.test(question.query.get('q') ?? '')
        const found = { lat: String(TOWN.lat), lon: String(TOWN.lon), display_name: TOWN.label }
        return answer(0, isKnown ? [found] : [])
      }
      const query = new URLSearchParams(question.body).get('data') ?? ''
      queries.push(query)
      const [south, west, north, east] = (/\((-?[\d.]+(?:,-?[\d.]+){3})\)/.exec(query)?.[1] ?? '')
        .split(',')
        .map(Number) as [number, number, number, number]
      const inside = places.filter(
        ({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east,
      )
      if (inside.length > (options.timesOutAt ?? Number.POSITIVE_INFINITY) && !query.includes('out count'))
        return answer(0, {
          ...envelope,
          elements: [],
          remark: 'runtime error: Query timed out in "query" at line 1',
        })
      if (query.includes('out count'))
        return answer(0, {
          ...envelope,
          elements: [{ type: 'count', id: 0, tags: { total: String(inside.length) } }],
        })
      return answer(0, { ...envelope, elements: inside.map(elementOf) })
    },
  })
  return { ...fake, queries, agents }
}
