import type { PersonField } from '#contract/sources/person-fields.ts'
import {
  citiesNamed,
  findRegion,
  resolveCountry,
  resolveRegion,
} from '#server/modules/core/vocabulary/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'

/** A person's location. `location` is text without a city, region or country. */
export interface PersonLocation {
  city: string | null
  region: string | null
  country: string | null
  location: string | null
}

type Get = (field: PersonField) => string | null

const NOWHERE: PersonLocation = { city: null, region: null, country: null, location: null }

/** The region or country in the last part of a location: "TX", "Bavaria", "Germany". */
function findArea(
  city: string | undefined,
  part: string,
): { region: string | null; country: string | null } | null {
  const country = resolveCountry(part)
  const inRegion = (code: string) => findRegion(part, code)?.name ?? null
  // "San Jose, CA": the city's state takes precedence over a country with the same letters, when only it has the city.
  if (city && part.length <= 3) {
    const named = citiesNamed(city, [part])
    const [only] = named?.countries ?? []
    const region = only ? inRegion(only) : null
    if (only && region && (country === null || !citiesNamed(city, [part])?.countries.includes(country)))
      return { region, country: only }
  }
  if (country) return { region: null, country }
  const countries = city ? (citiesNamed(city, [part])?.countries ?? []) : []
  const [only] = countries
  const region = countries.length === 1 && only ? inRegion(only) : null
  return region ? { region, country: only as string } : null
}

/** Parses a location in one text: "Berlin", "Austin, TX", "München, Bayern, Deutschland", "Spain". */
const readText: (text: string) => PersonLocation = memoize((text: string): PersonLocation => {
  const parts = text
    .split(/\s*[,;|]\s*|\s+[-–·]\s+/)
    .map((part) => part.trim())
    .filter(Boolean)
  const last = parts.at(-1)
  if (last === undefined) return NOWHERE
  if (parts.length === 1) {
    const country = resolveCountry(last)
    if (country) return { ...NOWHERE, country }
    return citiesNamed(last) ? { ...NOWHERE, city: last } : { ...NOWHERE, location: text }
  }
  const first = parts[0] as string
  const area = findArea(first, last)
  if (!area) return { ...NOWHERE, location: text }
  const middle = parts.length > 2 ? (parts.at(-2) as string) : null
  const region = area.region ?? (middle === null ? null : resolveRegion(middle, area.country))
  // "Bavaria, Germany" contains no city.
  const isRegion = parts.length === 2 && !area.region && isRegionOnly(first, area.country)
  return isRegion
    ? { ...NOWHERE, region: resolveRegion(first, area.country), country: area.country }
    : { ...NOWHERE, city: first, region, country: area.country }
})

const isRegionOnly = (name: string, country: string | null): boolean =>
  country !== null && findRegion(name, country) !== null && !citiesNamed(name, [country])

/** A person's location, from separate columns and one text; the columns take precedence. */
export function readLocation(get: Get, defaults: { country?: string }): PersonLocation {
  const city = get('city')
  // Many files have everything in the city column.
  const inCity = city !== null && /[,;|]/.test(city) && get('location') === null
  const text = inCity ? city : get('location')
  const stated = text === null ? NOWHERE : readText(text)
  const cell = get('country')
  const country = resolveCountry(cell ?? '') ?? stated.country ?? resolveCountry(defaults.country ?? '')
  const state = get('state')
  const ownCity = inCity && stated.location === null ? null : city
  return {
    city: ownCity ?? stated.city,
    region: state === null ? stated.region : resolveRegion(state, country),
    country,
    location:
      [stated.location, cell !== null && resolveCountry(cell) === null ? cell : null]
        .filter((part) => part !== null && foldText(part) !== '')
        .join(', ') || null,
  }
}
