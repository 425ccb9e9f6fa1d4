import { findPlaces, readArea, resolvePlace } from '#server/modules/core/vocabulary/index.ts'
import { IN_PLACE, NEAR_PLACE } from './phrases.ts'
import type { Sentence } from './sentence.ts'

/** The meaning of a place: the surroundings of a city, or a region or country. */
export interface NamedPlace {
  kind: 'near' | 'region'
  words: string
}

const MAX_WORDS = 5
/** Minimum population of a city without a capital letter or "in": names of small ones are ambiguous. */
const BIG_CITY = 100_000

/** @returns null for words that are not a place. */
function readPlace(words: string, strict: boolean): NamedPlace | null {
  if (/^[+-]?\d+(?:\.\d+)?\s*,\s*[+-]?\d+(?:\.\d+)?$/.test(words)) return { kind: 'near', words }
  if (words.length < 3 || !/^\p{L}/u.test(words)) return null
  const readings = readArea(words)?.readings ?? []
  const [regions, cities] = [
    readings.filter((reading) => !reading.cities),
    readings.filter((reading) => reading.cities),
  ]
  const city = cities.length > 0 && resolvePlace(words) ? findPlaces(words, { limit: 1 })[0] : undefined
  const isShort = words.length < 4
  const isName = /^\p{Lu}/u.test(words) && !isShort
  const isCity = city !== undefined && ((isName && !strict) || city.population >= BIG_CITY)
  // New York and Berlin are cities in regions of the same name; Oregon is a state, and far smaller cities elsewhere.
  const isOwnRegion = regions.some(({ region }) => region !== null && region === city?.region)
  const isElsewhere =
    city !== undefined &&
    city.population >= WORLD_CITY &&
    regions.every(({ country }) => country !== city.country) &&
    !findPlaces(words, { limit: 5 }).some((other) => regions.some(({ region }) => region === other.region))
  if (isCity && (regions.length === 0 || isOwnRegion || isElsewhere)) return { kind: 'near', words }
  return regions.length > 0 && !isShort ? { kind: 'region', words } : null
}

/** From this population on, a city is meant rather than a region abroad that has its name. */
const WORLD_CITY = 300_000

/** Further places beside one that was taken: a form has one place, so they are not understood. */
function leaveFurtherPlaces(sentence: Sentence): void {
  const next = () =>
    sentence.takeAfter('(?<=\\|\\s*)(?:or|and|oder|und|sowie|/|,)', MAX_WORDS, (words) =>
      readPlace(words, true) ? words : null,
    )
  for (let words = next(); words; words = next()) sentence.leave(words)
}

/** Takes the place out of a sentence; `near` where the sentence says so, whatever the place. */
export function takePlace(sentence: Sentence): NamedPlace | null {
  const place = takeFirstPlace(sentence)
  if (place) leaveFurtherPlaces(sentence)
  return place
}

function takeFirstPlace(sentence: Sentence): NamedPlace | null {
  const near = sentence.takeAfter(NEAR_PLACE, MAX_WORDS, (words) => readPlace(words, false))
  if (near)
    return near.kind === 'region' && resolvePlace(near.words) === null ? near : { ...near, kind: 'near' }
  return sentence.takeAfter(IN_PLACE, MAX_WORDS, (words) => readPlace(words, false))
}

/** Takes a place without a preposition: "dentists Berlin". */
export const takeBarePlace = (sentence: Sentence): NamedPlace | null =>
  sentence.takeWords(3, (words) => (/^\p{Lu}/u.test(words) ? readPlace(words, true) : null))
