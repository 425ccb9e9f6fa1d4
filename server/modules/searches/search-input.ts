import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import type { LocalSearch } from '#contract/list-types/local.ts'
import { fieldErrors } from '#contract/messages.ts'
import { resolveNear } from '#server/modules/corpus/index.ts'
import { resolveCategory } from '#server/modules/vocabulary/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { InvalidSearch, type LeadSource } from '#server/providers/lead-sources/index.ts'

type Search = Record<string, unknown> & { source: string }

/** Words of a place become a point here, once: a quote, its run and a repetition all mean the same spot. */
function withPoint(search: Search): Search {
  const point = resolveNear(search.near as LocalSearch['near'])
  return point ? { ...search, near: point } : search
}

/** Invented businesses carry a category of the vocabulary, as real ones do; a source of real ones reads the words itself. */
function withSampleCategory(search: Search): Search {
  if (search.source !== 'sample' || typeof search.category !== 'string') return search
  const known = resolveCategory(search.category)
  return known ? { ...search, category: known.id } : search
}

/** The source's own form of a search. @throws AppError validation_failed on `search.FIELD`. */
function inFormOf(source: LeadSource, search: Search): Search {
  try {
    return (source.normalise?.(search) ?? search) as Search
  } catch (error) {
    throw error instanceof InvalidSearch ? invalidField(`search.${error.field}`, error.message) : error
  }
}

/**
 * Reads a search by its list type's schema and finds who answers it.
 * @throws AppError validation_failed on `search.FIELD`.
 */
export function readSearch(type: ListTypeId, search: unknown, sources: readonly LeadSource[]) {
  const parsed = parseSearch(type, search)
  const source = sources.find((item) => item.id === parsed.source && item.listTypes.includes(type))
  if (!source) throw invalidField('search.source', 'This source is not available here')
  return { parsed: inFormOf(source, parsed), source }
}

function parseSearch(type: ListTypeId, search: unknown): Search {
  const result = LIST_TYPES[type].searchSchema.safeParse(search)
  if (result.success) return withSampleCategory(withPoint(result.data as Search))
  const fields = Object.fromEntries(
    Object.entries(fieldErrors(result.error)).map(([field, message]) => [
      field === '_' ? 'search' : `search.${field}`,
      message,
    ]),
  )
  const [field, message] = Object.entries(fields)[0] as [string, string]
  throw new AppError('validation_failed', `${field}: ${message}`, { fields })
}
