import { countryName, resolveCountry } from '#server/platform/text/country-names.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { citiesNamed } from './places.ts'
import { findRegion, regionsNamed } from './regions.ts'

/** One possible place: the values a record must have, with null for those it may leave open. */
export interface AreaReading {
  /** Keys (`cityKey`) of the city's names. */
  cities: string[] | null
  region: string | null
  country: string | null
  label: string
}

/** The meaning of a place name. */
export interface AreaMeaning {
  /** One of them must match; none for an unknown place. */
  readings: AreaReading[]
  /** Folded words of the first part: they match locations that could not be parsed. */
  words: string[]
}

const splitParts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const formatName = (region: string, country: string): string =>
  [...new Set([region, countryName(country)])].join(', ')

/** The country a text names, or the countries of the region it names. */
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
    label: formatName(region.name, country),
  }))
}

/** A city limited to a country, or a region of one. */
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
      region && !isCountry ? `${name}, ${formatName(region, country)}` : `${name}, ${countryName(country)}`
    return { cities, region: isCountry && within.length === 1 ? null : (region ?? null), country, label }
  })
}

function listReadings(name: string, within: readonly string[]): AreaReading[] {
  return [...countryReading(name, within), ...regionReadings(name, within), ...cityReadings(name, within)]
}

/** A region, or with null a whole country, named in a text. */
export interface RegionReading {
  region: string | null
  country: string
  label: string
}

/** The regions and countries named in a text such as `Oregon`, `Bayern` or `Oregon, United States`; no cities. */
export const readRegions = (text: string): RegionReading[] =>
  (readArea(text)?.readings ?? []).flatMap(({ cities, region, country, label }) =>
    cities === null && country !== null ? [{ region, country, label }] : [],
  )

/**
 * The meaning of a text such as `Portland, Oregon`, `Bavaria`, `Berlin Germany` or `Spanien`: every city, region
 * and country of that name. Words after a comma narrow it.
 */
export function readArea(text: string): AreaMeaning | null {
  const [name = '', ...within] = splitParts(text)
  const words = foldText(name).split(' ').filter(Boolean)
  if (words.length === 0) return null
  let readings = listReadings(name, within)
  // Without a comma the last words are the region or country.
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
