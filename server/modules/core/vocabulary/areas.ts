import { countryName, resolveCountry } from '#server/platform/text/country-names.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { citiesNamed } from './places.ts'
import { findRegion, regionsNamed } from './regions.ts'

/** One place that words may mean: what a record has to say, with null for what it may leave open. */
export interface AreaReading {
  /** Keys (`cityKey`) of the city's names. */
  cities: string[] | null
  region: string | null
  country: string | null
  label: string
}

/** What the words of a place mean. */
export interface AreaMeaning {
  /** One of them must fit; none where no place has this name. */
  readings: AreaReading[]
  /** Folded words of the first part: a location that nobody could read fits by them. */
  words: string[]
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const nameOf = (region: string, country: string): string =>
  [...new Set([region, countryName(country)])].join(', ')

/** The country that a text names, or the countries of the region that it names. */
function fits(country: string, region: string | null, within: readonly string[]): boolean {
  return within.every((text) => {
    if (resolveCountry(text) === country) return true
    const named = findRegion(text, country)
    return named !== null && named.name === region
  })
}

function countryReading(name: string, within: readonly string[]): AreaReading[] {
  const country = within.length === 0 ? resolveCountry(name) : null
  return country ? [{ cities: null, region: null, country, label: countryName(country) }] : []
}

function regionReadings(name: string, within: readonly string[]): AreaReading[] {
  const named = regionsNamed(name).filter(({ country }) => fits(country, null, within))
  return named.map(({ country, region }) => ({
    cities: null,
    region: region.name,
    country,
    label: nameOf(region.name, country),
  }))
}

/** A city within what others name: in a country, or in the region of one. */
function cityReadings(name: string, within: readonly string[]): AreaReading[] {
  const named = citiesNamed(name, within)
  if (!named) return []
  const { keys: cities, countries, areas } = named
  if (within.length === 0) {
    const label = areas > 1 ? `cities called ${name}` : named.label
    return [{ cities, region: null, country: null, label }]
  }
  return countries.map((country) => {
    const region = within
      .map((text) => findRegion(text, country)?.name ?? null)
      .find((found) => found !== null)
    const isCountry = within.some((text) => resolveCountry(text) === country)
    const label =
      region && !isCountry ? `${name}, ${nameOf(region, country)}` : `${name}, ${countryName(country)}`
    return { cities, region: isCountry && within.length === 1 ? null : (region ?? null), country, label }
  })
}

function readingsOf(name: string, within: readonly string[]): AreaReading[] {
  return [...countryReading(name, within), ...regionReadings(name, within), ...cityReadings(name, within)]
}

/** A region, or with null a whole country, that a text names. */
export interface RegionReading {
  region: string | null
  country: string
  label: string
}

/** The regions and countries that a text such as `Oregon`, `Bayern` or `Oregon, United States` names; no cities. */
export const readRegions = (text: string): RegionReading[] =>
  (readArea(text)?.readings ?? []).flatMap(({ cities, region, country, label }) =>
    cities === null && country !== null ? [{ region, country, label }] : [],
  )

/**
 * What a text such as `Portland, Oregon`, `Bavaria`, `Berlin Germany` or `Spanien` means: every city, region and country
 * of that name. Words after a comma narrow it.
 */
export function readArea(text: string): AreaMeaning | null {
  const [name = '', ...within] = partsOf(text)
  const words = foldText(name).split(' ').filter(Boolean)
  if (words.length === 0) return null
  let readings = readingsOf(name, within)
  // Without a comma the region or country are the last words.
  const parts = name.split(/\s+/)
  for (let length = parts.length - 1; length > 0 && readings.length === 0; length--) {
    const rest = parts.slice(length).join(' ')
    readings = [
      ...cityReadings(parts.slice(0, length).join(' '), [rest, ...within]),
      ...regionReadings(parts.slice(0, length).join(' '), [rest, ...within]),
    ]
  }
  return { readings, words }
}
