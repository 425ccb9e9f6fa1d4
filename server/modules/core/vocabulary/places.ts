import { countryName, resolveCountry } from '#server/platform/text/country-names.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { type CityList, cityKey, cityList } from './city-list.ts'
import { findRegion, type Region, regionOfAdmin } from './regions.ts'

/** A city for a place picker. Data: GeoNames, CC BY 4.0; credit GeoNames where it is shown. */
export type PlaceSuggestion = {
  /** `Portland, Oregon, United States`. */
  label: string
  name: string
  region: string | null
  regionCode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Degrees, WGS 84. */
  lat: number
  lon: number
  population: number
}

/** Position of a typed place; `alternatives` are other cities of that name, biggest first. */
export type ResolvedPlace = { lat: number; lon: number; label: string; alternatives: PlaceSuggestion[] }

type Match = { city: number; exactness: number; weight: number }

const EXACT = 2
const WHOLE_WORDS = 1
const PREFIX = 0

const MOST_MATCHES = 60

/**
 * Cities whose name starts with a typed text, ignoring accents: `portl`, `Portland, OR`, `Paris, France`,
 * `portland oregon`. Exact names first, then by population. Includes other common names of big cities
 * (`München`).
 */
export function findPlaces(text: string, options: { limit?: number } = {}): PlaceSuggestion[] {
  const limit = Math.min(options.limit ?? 10, MOST_MATCHES)
  const cities = cityList()
  const unique = new Map<string, PlaceSuggestion>()
  for (const { city } of rankedMatches(text)) {
    const suggestion = makeSuggestion(cities, city)
    if (!unique.has(suggestion.label)) unique.set(suggestion.label, suggestion)
    if (unique.size >= limit) break
  }
  return [...unique.values()]
}

/**
 * The place named by a text: a city (whole name, optionally with region and country) or coordinates
 * (`45.52,-122.67`). The biggest city of the name wins. Null without any.
 */
export function resolvePlace(text: string): ResolvedPlace | null {
  const point = parsePoint(text)
  if (point) return { ...point, label: `${point.lat}, ${point.lon}`, alternatives: [] }
  const matches = rankedMatches(text)
  const best = matches[0]
  if (!best || best.exactness === PREFIX) return null
  const cities = cityList()
  const same = matches.filter(({ exactness }) => exactness === best.exactness).slice(0, 20)
  const [first, ...others] = same.map(({ city }) => makeSuggestion(cities, city))
  const { lat, lon, label } = first!
  const alternatives = others.filter((other) => other.label !== label).slice(0, 5)
  return { lat, lon, label, alternatives }
}

/** Cities of one name: all their names, as `cityKey`, and positions. */
export interface NamedCities {
  keys: string[]
  countries: string[]
  /** Of the biggest. */
  label: string
  /** Their regions and countries. */
  areas: number
}

/** Cities with exactly this name, within given regions or countries; null without any. */
export function citiesNamed(name: string, within: readonly string[] = []): NamedCities | null {
  const key = cityKey(name)
  if (key === '') return null
  const hits = findMatches(key, [...within]).filter(({ exactness }) => exactness === EXACT)
  const [best] = hits
  if (!best) return null
  const cities = cityList()
  const ids = new Set(hits.map(({ city }) => city))
  const keys = cities.keys.filter((_, at) => ids.has(cities.cityOfKey[at]!))
  const areas = new Set([...ids].map((id) => `${cities.countries[id]} ${cities.admins[id]}`))
  return {
    keys: [...new Set(keys)],
    countries: [...new Set([...ids].map((id) => cities.countries[id]!))],
    label: makeSuggestion(cities, best.city).label,
    areas: areas.size,
  }
}

const NEAREST_KM = 100
const KM_PER_DEGREE = 111.2

let cells: Map<number, number[]> | null = null

/** Index of a one by one degree cell. */
const findCell = (south: number, west: number): number => south * 360 + ((((west + 180) % 360) + 360) % 360)

/** Cities by cell, to find the nearest one among few. */
function citiesByCell(cities: CityList): Map<number, number[]> {
  if (cells) return cells
  cells = new Map()
  for (const [city, lat] of cities.lat.entries()) {
    const cell = findCell(Math.floor(lat), Math.floor(cities.lon[city]!))
    const others = cells.get(cell)
    if (others) others.push(city)
    else cells.set(cell, [city])
  }
  return cells
}

/** Cities in the cells around a point, about one degree in each direction. */
function* citiesAround(cities: CityList, { lat, lon }: { lat: number; lon: number }): Iterable<number> {
  const byCell = citiesByCell(cities)
  const [south, west] = [Math.floor(lat), Math.floor(lon)]
  // Towards the poles a degree of longitude gets shorter.
  const reach = Math.min(180, Math.ceil(1 / Math.max(0.005, Math.cos(((Math.abs(lat) + 1) * Math.PI) / 180))))
  for (let row = south - 1; row <= south + 1; row++)
    for (let column = west - reach; column <= west + reach; column++)
      yield* byCell.get(findCell(row, column)) ?? []
}

/** The region and country of a point. */
interface PointArea {
  country: string
  region: string | null
  label: string
}

/** The region and country of a point, from the nearest city; null without one within 100 km. */
export const areaAround = ({ lat, lon }: { lat: number; lon: number }): PointArea | null =>
  areaOfPoint(`${lat} ${lon}`)

/** A search is counted again with each change of its other fields, while its point stays. */
const areaOfPoint = memoize((point) => {
  const [lat = 0, lon = 0] = point.split(' ').map(Number)
  return findArea({ lat, lon })
})

function findArea(point: { lat: number; lon: number }): PointArea | null {
  const cities = cityList()
  const narrowing = Math.cos((point.lat * Math.PI) / 180)
  let nearest = -1
  let min = (NEAREST_KM / KM_PER_DEGREE) ** 2
  for (const city of citiesAround(cities, point)) {
    const north = cities.lat[city]! - point.lat
    // The shorter way around the world.
    const east = ((((cities.lon[city]! - point.lon) % 360) + 540) % 360) - 180
    const distance = north ** 2 + (east * narrowing) ** 2
    if (distance >= min) continue
    nearest = city
    min = distance
  }
  if (nearest < 0) return null
  const country = cities.countries[nearest]!
  const region = regionOfAdmin(country, cities.admins[nearest]!)?.name ?? null
  return { country, region, label: [region, countryName(country)].filter(Boolean).join(', ') }
}

function parsePoint(text: string): { lat: number; lon: number } | null {
  const match = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return null
  const [lat, lon] = [Number(match[1]), Number(match[2])]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

function rankedMatches(text: string): Match[] {
  const [name = '', ...qualifiers] = text.split(',')
  const key = cityKey(name)
  if (key === '') return []
  const found = findMatches(key, qualifiers.map((part) => part.trim()).filter(Boolean))
  if (found.length > 0) return found
  // Without a comma the last words are the region or country: the longest matching city name wins.
  const words = key.split(' ')
  for (let length = words.length - 1; length > 0; length--) {
    const rest = words.slice(length).join(' ')
    const hits = findMatches(words.slice(0, length).join(' '), [rest, ...qualifiers])
    const exact = hits.filter(({ exactness }) => exactness === EXACT)
    if (exact.length > 0) return exact
  }
  return []
}

function findMatches(key: string, qualifiers: string[]): Match[] {
  const cities = cityList()
  const accepts = qualifiers.map(qualifierTest)
  const best: Match[] = []
  for (let at = lowerBound(cities.keys, key); at < cities.keys.length; at++) {
    const candidate = cities.keys[at]!
    if (!candidate.startsWith(key)) break
    const city = cities.cityOfKey[at]!
    const exactness = candidate === key ? EXACT : candidate[key.length] === ' ' ? WHOLE_WORDS : PREFIX
    const weight = weighCity(cities, city, exactness)
    if (best.length === MOST_MATCHES && weight <= best[MOST_MATCHES - 1]!.weight) continue
    if (accepts.every((accept) => accept(cities.countries[city]!, cities.admins[city]!))) {
      insert(best, { city, exactness, weight })
    }
  }
  return best
}

/** Exact names rank first, then by population; a part of a city counts a tenth. */
function weighCity(cities: CityList, city: number, exactness: number): number {
  const people = cities.population[city]! * (cities.isPart[city] === 1 ? 0.1 : 1)
  return people + (exactness === EXACT ? 1e9 : 0)
}

/** Keeps the list sorted, short, and without a city's second name. */
function insert(best: Match[], match: Match): void {
  const known = best.findIndex(({ city }) => city === match.city)
  if (known >= 0 && best[known]!.weight >= match.weight) return
  if (known >= 0) best.splice(known, 1)
  let at = best.length
  while (at > 0 && best[at - 1]!.weight < match.weight) at--
  best.splice(at, 0, match)
  if (best.length > MOST_MATCHES) best.pop()
}

/** A test whether a city is in the region or country that a text names, completely or partly. */
function qualifierTest(text: string): (country: string, admin: string) => boolean {
  const country = resolveCountry(text)
  const key = foldText(text)
  const regions = new Map<string, Region | null>()
  const regionIn = (code: string) => {
    if (!regions.has(code)) regions.set(code, findRegion(text, code))
    return regions.get(code)
  }
  return (code, admin) => {
    if (code === country) return true
    const region = regionOfAdmin(code, admin)
    if (region && region === regionIn(code)) return true
    if (key.length < 3) return false
    return foldText(region?.name ?? '').startsWith(key) || foldText(countryName(code)).startsWith(key)
  }
}

function lowerBound(keys: string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

function makeSuggestion(cities: CityList, city: number): PlaceSuggestion {
  const name = cities.names[city]!
  const country = cities.countries[city]!
  const region = regionOfAdmin(country, cities.admins[city]!)
  const parts = [name, region?.name === name ? null : region?.name, countryName(country)]
  const label = parts.filter(Boolean).join(', ')
  const [lat, lon, population] = [cities.lat[city]!, cities.lon[city]!, cities.population[city]!]
  return {
    label,
    name,
    region: region?.name ?? null,
    regionCode: region?.code ?? null,
    country,
    lat,
    lon,
    population,
  }
}
