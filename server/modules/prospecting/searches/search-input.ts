import { fieldErrors } from '#contract/core/messages.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { LocalSearch } from '#contract/leads/list-types/local.ts'
import { needsKey, sourceById, sourcesOf } from '#contract/sources/source-kinds/index.ts'
import { resolveNear, resolveRegions } from '#server/modules/sources/corpus/index.ts'
import type { ReadySource, SourcesService } from '#server/modules/sources/sources/index.ts'
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
 * Parses a search by its list type's schema and chooses its source.
 * @throws AppError validation_failed on `search.FIELD`.
 */
export function readSearch(type: ListTypeId, search: unknown, sources: Pick<SourcesService, 'find'>) {
  const parsed = parseSearch(type, search)
  const source = sources.find(parsed.source, type)
  if (!source) throw invalidField('search.source', 'This source isn’t available here')
  const skipped = source.skipped?.(parsed) ?? []
  return { parsed: normalised(source, parsed), source, skipped }
}

/** A query with its source, and the states of sources that were read to choose it. */
interface SourcedQuery<Query> {
  query: Query
  ready: readonly ReadySource[]
}

/**
 * The query with its default source: all of them together for an account with a vendor's key, else the first of
 * its list type, unless that one is an empty fallback.
 */
export async function chooseSource<Query extends { type: ListTypeId; search: unknown }>(
  query: Query,
  sources: Pick<SourcesService, 'find' | 'readyStates'>,
  accountId: number,
): Promise<SourcedQuery<Query>> {
  const { type, search } = query
  if (typeof search !== 'object' || search === null || 'source' in search) return { query, ready: [] }
  const joined = sourcesOf(type).find(({ joins }) => joins)
  const ready = joined ? await sources.readyStates(accountId, type) : []
  const from = (id: string) => ({ query: { ...query, search: { ...search, source: id } }, ready })
  // A connected vendor is used together with our own data.
  if (joined && ready.some(({ source }) => needsKey(source.declaration))) return from(joined.id)
  for (const { id, givesWay, onlyWhenChosen, credential } of sourcesOf(type)) {
    // A vendor has its own terms and costs: it is used only when named, or together with all others.
    if (onlyWhenChosen || credential.length > 0) continue
    const isEmpty = givesWay.includes(type) && (await sources.find(id, type)?.isEmpty?.(type))
    if (!isEmpty) return from(id)
  }
  return { query, ready }
}

/** The query with its default source (`chooseSource`). */
export const withSource = async <Query extends { type: ListTypeId; search: unknown }>(
  query: Query,
  sources: Pick<SourcesService, 'find' | 'readyStates'>,
  accountId: number,
): Promise<Query> => (await chooseSource(query, sources, accountId)).query

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

/** The point of a parsed search; null without one. */
export const pointOf = ({ near }: Record<string, unknown>) =>
  typeof near === 'object' ? (near as { lat: number; lon: number; label: string } | null) : null
