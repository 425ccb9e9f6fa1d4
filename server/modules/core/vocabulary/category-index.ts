import { foldText } from '#server/platform/text/fold-text.ts'
import { type Category, loadCategoryList } from './category-list.ts'
import { BUSINESS_GROUPS, EXTRA_NAMES } from './category-selection.ts'
import { wordKey } from './word-key.ts'

/** How a text matches a category; lower is better. */
export const RANK = {
  id: 0,
  tag: 1,
  name: 2,
  value: 3,
  alias: 4,
  foreignName: 5,
  foreignAlias: 6,
  term: 7,
  foreignTerm: 8,
} as const

/** A text that names a category. */
export type CategoryEntry = { category: Category; rank: number; key: string; tight: string }

export type CategoryIndex = {
  byId: ReadonlyMap<string, Category>
  /** Ids in file order, for finding narrower ones. */
  ids: readonly string[]
  synonymsOfId: ReadonlyMap<string, string>
  entries: readonly CategoryEntry[]
  byKey: ReadonlyMap<string, CategoryEntry[]>
  /** Names and aliases without spaces: `beergarden`. */
  byTight: ReadonlyMap<string, CategoryEntry[]>
}

let index: CategoryIndex | null = null

/** The vocabulary, loaded on first use (about 60 ms, 10 MB) and cached. */
export function categoryIndex(): CategoryIndex {
  index ??= buildIndex()
  return index
}

/** Orders equally good categories: shallow ids first, then by group. */
export function comparePreference(a: Category, b: Category): number {
  return (
    Number(b.listed) - Number(a.listed) ||
    depth(a) - depth(b) ||
    findGroup(a) - findGroup(b) ||
    a.label.length - b.label.length ||
    (a.id < b.id ? -1 : 1)
  )
}

function depth(category: Category): number {
  return category.id.split('/').length
}

function findGroup(category: Category): number {
  return BUSINESS_GROUPS.indexOf(category.id.split('/')[0]!)
}

function buildIndex(): CategoryIndex {
  const { categories, synonymsOfId } = loadCategoryList()
  const entries = categories.flatMap(makeEntries)
  const byKey = new Map<string, CategoryEntry[]>()
  const byTight = new Map<string, CategoryEntry[]>()
  for (const entry of entries) {
    put(byKey, entry.key, entry)
    if (entry.rank < RANK.term) put(byTight, entry.tight, entry)
  }
  const byId = new Map(categories.map((category) => [category.id, category]))
  return { byId, ids: [...byId.keys()], synonymsOfId, entries, byKey, byTight }
}

/** A word of another language for one kind that everybody uses for another: Spanish tilers lay floors (solar). */
const MEANS_MORE = new Set(['solar'])

function makeEntries(category: Category): CategoryEntry[] {
  const seen = new Map<string, CategoryEntry>()
  const add = (rank: number, texts: readonly (string | null)[]) => {
    for (const text of texts) {
      const key = text === null ? '' : wordKey(text)
      if (key === '' || (seen.get(key)?.rank ?? 99) <= rank) continue
      seen.set(key, { category, rank, key, tight: key.replaceAll(' ', '') })
    }
  }
  const { english, foreign } = category
  add(RANK.name, [english.name, ...(EXTRA_NAMES[category.id] ?? [])])
  add(RANK.value, [category.id.split('/').at(-1)!.replaceAll('_', ' ')])
  add(RANK.alias, [...(english.name?.split(/\s*\/\s*/) ?? []), ...english.aliases])
  for (const words of foreign) add(RANK.foreignName, [words.name])
  for (const words of foreign) add(RANK.foreignAlias, words.aliases)
  add(RANK.term, english.terms)
  for (const words of foreign)
    add(
      RANK.foreignTerm,
      words.terms.filter((term) => !MEANS_MORE.has(term)),
    )
  return [...seen.values()]
}

function put(map: Map<string, CategoryEntry[]>, key: string, entry: CategoryEntry): void {
  const list = map.get(key)
  if (list) list.push(entry)
  else map.set(key, [entry])
}

/** Folded and singular forms of a typed text. */
export function queryKeys(text: string): { folded: string; key: string } {
  return { folded: foldText(text), key: wordKey(text) }
}
