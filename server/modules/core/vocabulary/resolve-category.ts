import { memoize } from '#server/platform/text/memoize.ts'
import {
  type CategoryEntry,
  type CategoryIndex,
  categoryIndex,
  comparePreference,
  RANK,
} from './category-index.ts'
import { NARROWER } from './category-selection.ts'
import { wordKey } from './word-key.ts'

/** A kind of business: canonical id and English name. */
export type CategoryRef = { id: string; label: string }

/** A loose term (`beer`) shared by more kinds than this is too vague to choose one of them. */
const MAX_KINDS: Record<number, number> = { [RANK.term]: 3, [RANK.foreignTerm]: 1 }

/** Hits of one band are equally good; a better band hides the worse ones. */
const BANDS = [RANK.id, RANK.tag, RANK.alias, RANK.foreignAlias, RANK.term, RANK.foreignTerm]

/** A category id's English name; the id itself when unknown. */
export function categoryLabel(id: string): string {
  return categoryIndex().byId.get(id)?.label ?? id
}

/** A category's OpenStreetMap tags; none for an unknown id. */
export const categoryTags = (id: string): Readonly<Record<string, string>> =>
  categoryIndex().byId.get(id)?.tags ?? {}

/**
 * The one category meant by a text from a file: an id (`craft/brewery`), an OSM tag (`craft=brewery`), a name,
 * alias, OSM value or synonym in English, German, French, Spanish, Italian, Portuguese or Dutch, in any case,
 * singular or plural, with `_` for spaces. Lists (`a;b`) and paths (`a > b`) give their first or most specific
 * known part, and a specialized name the kind it ends with (`Afghan restaurant`). Null for none.
 */
export function resolveCategory(text: string): CategoryRef | null {
  const found = matches(text)
  const best = found[0]
  if (!best || countKinds(found) > (MAX_KINDS[best.rank] ?? Number.POSITIVE_INFINITY)) return null
  return { id: best.category.id, label: best.category.label }
}

/**
 * The category of the whole text, not only its last word: its id where that covers everything, else the text.
 * `loose` also accepts synonyms of one kind only. Null where the text names none.
 */
export function namedCategory(text: string, loose = false): string | null {
  const hits = exact(categoryIndex(), text.trim())
  const best = hits[0]
  if (!best || (best.rank >= RANK.term && !(loose && countKinds(hits) === 1))) return null
  return resolveCategories(best.category.id).length < resolveCategories(text).length ? text : best.category.id
}

/**
 * All category ids covered by a search for the text: every category it names, and narrower ones. Contains
 * `resolveCategory(text).id` whenever that is not null. Empty when the text names none.
 */
export const resolveCategories = (text: string): string[] => [...covered(text)]

const covered = memoize(findCovered)

function findCovered(text: string): readonly string[] {
  const { ids } = categoryIndex()
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const other of ids) if (other.startsWith(`${id}/`)) add(other)
    for (const other of NARROWER[id] ?? []) add(other)
  }
  for (const { category } of matches(text)) add(category.id)
  return [...found]
}

/** A kind and its narrower kinds count once. */
function countKinds(found: Match[]): number {
  const ids = found.map(({ category }) => category.id)
  return ids.filter((id) => !ids.some((other) => id.startsWith(`${other}/`))).length
}

type Match = Pick<CategoryEntry, 'category' | 'rank'>

/** Matches of the best band, best first. */
const matches = memoize(findMatches)

function findMatches(text: string): Match[] {
  const index = categoryIndex()
  const trimmed = text.trim()
  const whole = exact(index, trimmed)
  if (whole.length > 0) return whole
  for (const part of splitCategory(trimmed)) {
    const hits = exact(index, part.trim()).filter(({ rank }) => rank < RANK.term)
    if (hits.length > 0) return hits
  }
  return headMatches(index, trimmed)
}

function exact(index: CategoryIndex, text: string): Match[] {
  const id = text.toLowerCase()
  const asTag = id.replace(/\s*[=:]\s*/, '=')
  const canonical = index.synonymsOfId.get(id) ?? index.synonymsOfId.get(asTag)
  const category = index.byId.get(canonical ?? id)
  if (category) return [{ category, rank: canonical ? RANK.tag : RANK.id }]
  const [, group, value] = /^(\w+)=(.+)$/.exec(asTag) ?? []
  const generic = value === 'yes' ? index.byId.get(group!) : undefined
  if (generic) return [{ category: generic, rank: RANK.tag }]
  return named(index, value ?? text)
}

function named(index: CategoryIndex, text: string): Match[] {
  const key = wordKey(text)
  if (key === '') return []
  const direct = index.byKey.get(key) ?? index.byTight.get(key.replaceAll(' ', '')) ?? []
  // A loose synonym in another language says less than the plural of a name: ristoranti is no food court.
  const hits = direct.some(({ rank }) => rank < RANK.foreignTerm) ? direct : (byEnding(index, key) ?? direct)
  const band = BANDS.find((limit) => hits.some(({ rank }) => rank <= limit))
  return hits
    .filter(({ rank }) => band !== undefined && rank <= band)
    .sort((a, b) => a.rank - b.rank || comparePreference(a.category, b.category))
}

/**
 * Endings of plurals that English rules do not handle, with those of one: Brauereien, ristoranti, farmacie, hotéis.
 * English rules make "boulangery" of boulangeries.
 */
const PLURALS = 'en: e: n: er: i:e i:o e:a hi:o he:a eis:el ais:al oes:ao y:ie'
  .split(' ')
  .map((pair) => pair.split(':') as [string, string])

/** Names whose plural the text may be; undefined for none. */
function byEnding(index: CategoryIndex, key: string): CategoryEntry[] | undefined {
  for (const [ending, one] of PLURALS) {
    const stem = key.slice(0, -ending.length)
    const hits =
      key.endsWith(ending) && stem.length + one.length >= 4 ? index.byKey.get(stem + one) : undefined
    const names = hits?.filter(({ rank }) => rank < RANK.term) ?? []
    if (names.length > 0) return names
  }
  return undefined
}

/** Parts of a list in order; of a path, the most specific first. */
function splitCategory(text: string): string[] {
  const value = text.replace(/^\w+=/, '')
  if (value.includes('>')) return value.split('>').reverse()
  return /[;,|/&]/.test(value) ? value.split(/[;,|/&]/) : []
}

/** An English name ends with its kind: `afghan restaurant`, `family dental clinic`. */
function headMatches(index: CategoryIndex, text: string): Match[] {
  const words = wordKey(text).split(' ')
  for (let start = 1; start < words.length; start++) {
    const hits = index.byKey.get(words.slice(start).join(' ')) ?? []
    const names = hits.filter(({ rank, category }) => rank <= RANK.alias && category.id.includes('/'))
    if (names.length > 0) {
      return names.sort((a, b) => a.rank - b.rank || comparePreference(a.category, b.category))
    }
  }
  return []
}
