import type { Box } from '../places/area.ts'
import type { PlaceKind, PlaceSearch } from '../places/place-search.ts'

/** Tags that mark any kind of business. */
const ANY_KIND = ['shop', 'amenity', 'craft', 'office', 'tourism', 'healthcare', 'leisure']
/** More selectors make a query too long for the server; further kinds are filtered here. */
const MAX_KINDS = 60

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replace(/[\r\n]/g, ' ')}"`
const literally = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const makeSelector = (tags: PlaceKind['tags']): string =>
  Object.entries(tags)
    .map(([key, value]) => (value === '*' ? `[${quoted(key)}]` : `[${quoted(key)}=${quoted(value)}]`))
    .join('')

/** Drops kinds covered by a broader one. */
function widest(kinds: readonly PlaceKind[]): PlaceKind[] {
  const covers = ({ tags: wide }: PlaceKind, { tags }: PlaceKind) =>
    Object.keys(wide).length < Object.keys(tags).length &&
    Object.entries(wide).every(([key, value]) => tags[key] === value || (value === '*' && key in tags))
  return kinds.filter(
    (kind) =>
      Object.keys(kind.tags).length > 0 && !kinds.some((other) => other !== kind && covers(other, kind)),
  )
}

const splitWords = (text: string | undefined): string[] =>
  (text ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)

/** The Overpass query for a search within a box. An unknown category is matched against names. */
export function overpassQuery(
  search: PlaceSearch,
  kinds: readonly PlaceKind[],
  box: Box,
  { out, seconds }: { out: string; seconds: number },
): string {
  const words = [...(kinds.length === 0 ? splitWords(search.category) : []), ...splitWords(search.keywords)]
  const names = words.map((word) => `["name"~${quoted(literally(word))},i]`).join('')
  const wide = widest(kinds)
  const selectors =
    wide.length > 0 && wide.length <= MAX_KINDS
      ? wide.map(({ tags }) => makeSelector(tags))
      : ANY_KIND.map((key) => `[${quoted(key)}]`)
  const place = `(${[box.south, box.west, box.north, box.east].map((degrees) => degrees.toFixed(7)).join(',')})`
  const lines = selectors.map((selector) => `nwr${selector}["name"]${names}${place};`)
  return `[out:json][timeout:${seconds}];(${lines.join('')});${out}`
}
