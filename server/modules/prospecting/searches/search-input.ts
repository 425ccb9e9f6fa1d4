import { fieldErrors } from '#contract/core/messages.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { LocalSearch } from '#contract/leads/list-types/local.ts'
import { listSourcesFor, needsKey, sourceById } from '#contract/sources/source-kinds/index.ts'
import { resolveNear, resolveRegions } from '#server/modules/sources/corpus/index.ts'
import { findSource, listReadyStates, type ReadySource } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { InvalidSearch, type LeadSource } from '#server/providers/lead-sources/index.ts'

type Search = Record<string, unknown> & { source: string }

/**
 * A place name is resolved to a point here, once: a quote, its run and a repetition all use the same spot.
 * Unknown names are left to a source that resolves places itself. Region names are only validated.
 */
function withPoint(type: ListTypeId, search: Search): Search {
  if (type === 'local') resolveRegions((search as Partial<LocalSearch>).region)
  try {
    const point = resolveNear(search.near as LocalSearch['near'])
    return point ? { ...search, near: point } : search
  } catch (error) {
    if (sourceById(search.source)?.findsPlaces) return search
    throw error
  }
}

/** The search in the source's own form. @throws AppError validation_failed on `search.FIELD`. */
function normalised(source: LeadSource, search: Search): Search {
  try {
    return (source.normalise?.(search) ?? search) as Search
  } catch (error) {
    throw error instanceof InvalidSearch ? invalidField(`search.${error.field}`, error.message) : error
  }
}

/**
 * The search with its default source: all of them together for an account with a vendor's key, else the first of
 * its list type, unless that one is an empty fallback. With the states of sources that were read to choose it.
 */
async function withDefaultSource(
  ctx: Context,
  accountId: number,
  { type, search }: SearchQuery,
): Promise<{ search: unknown; ready: readonly ReadySource[] }> {
  if (typeof search !== 'object' || search === null || 'source' in search) return { search, ready: [] }
  const joined = listSourcesFor(type).find(({ joins }) => joins)
  const ready = joined ? await listReadyStates(ctx, accountId, type) : []
  const from = (id: string) => ({ search: { ...search, source: id }, ready })
  // A connected vendor is used together with our own data.
  if (joined && ready.some(({ source }) => needsKey(source.declaration))) return from(joined.id)
  for (const { id, givesWay, onlyWhenChosen, credential } of listSourcesFor(type)) {
    // A vendor has its own terms and costs: it is used only when named, or together with all others.
    if (onlyWhenChosen || credential.length > 0) continue
    const isEmpty = givesWay.includes(type) && (await findSource(ctx, id, type)?.isEmpty?.(type))
    if (!isEmpty) return from(id)
  }
  return { search, ready }
}

function parseSearch(type: ListTypeId, search: unknown): Search {
  const result = LIST_TYPES[type].searchSchema.safeParse(search)
  if (result.success) return withPoint(type, result.data as Search)
  const fields = Object.fromEntries(
    Object.entries(fieldErrors(result.error)).map(([field, message]) => [
      field === '_' ? 'search' : `search.${field}`,
      message,
    ]),
  )
  const [field, message] = Object.entries(fields)[0] as [string, string]
  throw new AppError('validation_failed', `${field}: ${message}`, { fields })
}

/** A search as it was written. */
export interface SearchQuery {
  type: ListTypeId
  search: unknown
}

/** A search as its list type and its source read it. */
export interface ParsedSearch {
  type: ListTypeId
  /** As written, with its source and without the schema's defaults. */
  written: unknown
  search: Search
  source: LeadSource
  skipped: ReturnType<NonNullable<LeadSource['skipped']>>
  /** States of sources that were read to choose it. */
  ready: readonly ReadySource[]
}

/**
 * Parses a search by its list type's schema and chooses its source, once for all that follows.
 * @throws AppError validation_failed on `search.FIELD`.
 */
export async function readSearch(ctx: Context, accountId: number, query: SearchQuery): Promise<ParsedSearch> {
  const { type } = query
  const { search: written, ready } = await withDefaultSource(ctx, accountId, query)
  const parsed = parseSearch(type, written)
  const source = findSource(ctx, parsed.source, type)
  if (!source) throw invalidField('search.source', 'This source isn’t available here')
  const skipped = source.skipped?.(parsed) ?? []
  return { type, written, search: normalised(source, parsed), source, skipped, ready }
}

/** The point of a parsed search; null without one. */
export const readPoint = ({ near }: Record<string, unknown>) =>
  typeof near === 'object' ? (near as { lat: number; lon: number; label: string } | null) : null
