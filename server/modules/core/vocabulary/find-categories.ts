import { editDistance } from '#contract/core/edit-distance.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { type CategoryIndex, categoryIndex, comparePreference, queryKeys, RANK } from './category-index.ts'
import type { Category } from './category-list.ts'
import { EXTRA_NAMES } from './category-selection.ts'
import { resolveCategory } from './resolve-category.ts'

/** A suggestion for a category picker. */
export type CategorySuggestion = {
  id: string
  label: string
  /** Other names of the kind, for a second line; not the schema's search words ("alcohol" for a brewery). */
  terms: string[]
}

/** A loose synonym ranks below a name's prefix. */
const EXACT_TERM = 8
const PREFIX = 10
const WORD_PREFIX = 20
const CONTAINS = 30
const TYPO = 40

/**
 * Categories for a typed text, best first: exact id or name, alias, synonym, name prefix, prefix of a word in
 * the name, substring, and last those within one or two typos.
 */
export function findCategories(text: string, options: { limit?: number } = {}): CategorySuggestion[] {
  const { limit = 20 } = options
  const { folded, key } = queryKeys(text)
  if (folded === '') return []
  const index = categoryIndex()
  const scores = new Map<Category, number>()
  const exact = resolveCategory(text)
  if (exact && !index.byKey.has(key)) scores.set(index.byId.get(exact.id)!, RANK.id)
  scoreEntries(index, folded, key, scores)
  if (scores.size < limit) scoreTypos(index, key, scores)
  return [...scores]
    .filter(([category]) => category.listed)
    .sort(([a, scoreA], [b, scoreB]) => scoreA - scoreB || comparePreference(a, b))
    .slice(0, limit)
    .map(([{ id, label, english }]) => ({
      id,
      label,
      terms: otherNames(label, english.aliases, EXTRA_NAMES[id]),
    }))
}

/** Each name once, without the label itself. */
function otherNames(label: string, aliases: readonly string[], extra: readonly string[] = []): string[] {
  const names = new Map([...aliases, ...extra].map((name) => [foldText(name), name]))
  names.delete(foldText(label))
  return [...names.values()]
}

/** Ids of the categories closest to a misspelled text, within one or two typos; none further away. */
export function closestCategories(text: string): string[] {
  const { key } = queryKeys(text)
  const scores = new Map<Category, number>()
  scoreTypos(categoryIndex(), key, scores)
  const best = Math.min(...scores.values())
  return [...scores].filter(([{ listed }, score]) => listed && score === best).map(([{ id }]) => id)
}

function scoreEntries(
  index: CategoryIndex,
  folded: string,
  key: string,
  scores: Map<Category, number>,
): void {
  for (const entry of index.entries) {
    const step = closeness(entry.key, folded, key)
    if (step === null) continue
    const score = step + entry.rank + (step === 0 && entry.rank >= RANK.term ? EXACT_TERM : 0)
    if (score < (scores.get(entry.category) ?? Number.POSITIVE_INFINITY)) scores.set(entry.category, score)
  }
}

function closeness(name: string, folded: string, key: string): number | null {
  if (name === key) return 0
  if (name.startsWith(folded) || name.startsWith(key)) return PREFIX
  const at = name.indexOf(key)
  const found = at >= 0 ? at : name.indexOf(folded)
  if (found < 0) return null
  if (name[found - 1] === ' ') return WORD_PREFIX
  return key.length >= 3 ? CONTAINS : null
}

function scoreTypos(index: CategoryIndex, key: string, scores: Map<Category, number>): void {
  const allowed = key.length >= 8 ? 2 : key.length >= 4 ? 1 : 0
  if (allowed === 0) return
  for (const { category, rank, key: name } of index.entries) {
    if (rank >= RANK.term || scores.has(category)) continue
    const distance = editDistance(key, name, allowed)
    if (distance <= allowed) scores.set(category, TYPO + 10 * distance + rank)
  }
}
