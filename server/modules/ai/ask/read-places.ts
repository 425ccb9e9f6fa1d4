import { findPlaces, readArea, resolvePlace } from '#server/modules/core/vocabulary/index.ts'
import type { Sentence } from './sentence.ts'
import { IN_PLACE, NEAR_PLACE } from './words.ts'

/** The meaning of a place: the surroundings of a city, or a region or country. */
interface NamedPlace {
  kind: 'near' | 'region'
  words: string
}

const MAX_WORDS = 5
/** Minimum population of a city without a capital letter or "in": names of small ones are ambiguous. */
const BIG_CITY = 100_000

/** @returns null for words that are not a place. */
function readPlace(words: string, strict: boolean): NamedPlace | null {
  if (words.length < 4) return null
  const readings = readArea(words)?.readings ?? []
  const regions = readings.filter(({ cities }) => !cities)
  const city =
    readings.length > regions.length && resolvePlace(words) ? findPlaces(words, { limit: 1 })[0] : undefined
  if (city && ((/^\p{Lu}/u.test(words) && !strict) || city.population >= BIG_CITY)) {
    // New York and Berlin are cities in regions of the same name; Oregon is a state, and far smaller cities elsewhere.
    const isOwnRegion = regions.some(({ region }) => region !== null && region === city.region)
    const isElsewhere =
      regions.every(({ country }) => country !== city.country) &&
      !findPlaces(words, { limit: 5 }).some((other) => regions.some(({ region }) => region === other.region))
    if (regions.length === 0 || isOwnRegion || isElsewhere) return { kind: 'near', words }
  }
  return regions.length > 0 ? { kind: 'region', words } : null
}

/**
 * Takes the place out of a sentence; `near` where the sentence says so, whatever the place. A form has one place:
 * others beside it are not understood.
 */
export function takePlace(sentence: Sentence): NamedPlace | null {
  const read = (words: string) => readPlace(words, false)
  const near = sentence.takeWords(MAX_WORDS, read, NEAR_PLACE)
  const place = near ?? sentence.takeWords(MAX_WORDS, read, IN_PLACE)
  if (!place) return null
  const takeNext = () =>
    sentence.takeWords(
      MAX_WORDS,
      (words) => readPlace(words, true)?.words ?? null,
      '(?<=\\|\\s*)(?:or|and|oder|und|sowie|ou|et|o|y|e|,)',
    )
  for (let words = takeNext(); words; words = takeNext()) sentence.leave(words)
  return near && resolvePlace(near.words) ? { ...near, kind: 'near' } : place
}

/** Takes a place without a preposition: "dentists Berlin". */
export const takeBarePlace = (sentence: Sentence): NamedPlace | null =>
  sentence.takeWords(3, (words) => (/^\p{Lu}/u.test(words) ? readPlace(words, true) : null))
