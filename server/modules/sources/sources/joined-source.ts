import { LIST_TYPES, type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { joinedSource } from '#contract/sources/source-kinds/joined.ts'
import type { Context } from '#server/platform/context.ts'
import {
  InvalidSearch,
  type LeadBatch,
  type LeadSource,
  ProviderError,
  type QueriedSource,
  type SearchContext,
  type SourceContext,
  type SourceLead,
  type SourceQuery,
  searchWithRetry,
} from '#server/providers/lead-sources/index.ts'
import { notApplied } from './not-applied.ts'
import { listReadySources } from './ready-sources.ts'
import { createSourceContext, findUnitPrice } from './source-context.ts'

interface Place {
  /** Id of the current source. */
  source: string
  cursor: Record<string, unknown> | null
}

/** A shared search converted for one source, or why it cannot answer it. */
function convertFor(source: LeadSource, query: SourceQuery): SourceQuery | InvalidSearch {
  const { id, label, findsAlike } = source.declaration
  const search = { ...query.search, source: id }
  if (query.search.alike && !findsAlike)
    return new InvalidSearch('alike', `${label} can’t find similar leads`)
  try {
    return { ...query, search: source.normalise?.(search) ?? search }
  } catch (error) {
    if (error instanceof InvalidSearch) return error
    throw error
  }
}

function convertedQuery(source: LeadSource, query: SourceQuery): SourceQuery | undefined {
  const own = convertFor(source, query)
  return own instanceof InvalidSearch ? undefined : own
}

/** Businesses come from the cheapest source first: paid vendors are queried for what the others lack. */
const cheapestFirst = (sources: LeadSource[]): LeadSource[] =>
  sources.toSorted(
    (a, b) => Number(a.declaration.vendorPrice !== null) - Number(b.declaration.vendorPrice !== null),
  )

const asFree = (batch: LeadBatch): LeadBatch => ({
  ...batch,
  leads: batch.leads.map((lead): SourceLead => ({ ...lead, free: true })),
})

/** The account's usable sources of the list type, in the order in which they are queried. */
async function listSources(ctx: Context, accountId: number, type: ListTypeId): Promise<LeadSource[]> {
  const sources = await listReadySources(ctx, accountId, type)
  return leadSubject(type) === 'business' ? cheapestFirst(sources) : sources
}

/** Queries the account's sources of a list type one after the other. Duplicates are merged when the leads are stored. */
export function createJoinedSource(ctx: Context): LeadSource {
  async function quoteAll(query: SourceQuery, context: SourceContext) {
    let matched = 0
    let dataAsOf: Date | null = null
    let failure: unknown
    let answered = 0
    let isUncounted = false
    const sources: QueriedSource[] = []
    for (const source of await listSources(ctx, context.accountId, query.type)) {
      const { declaration } = source
      const own = convertFor(source, query)
      const leftOut = own instanceof InvalidSearch ? own.message : null
      const fields = leftOut === null ? notApplied(declaration, query.type, query.search) : []
      sources.push({ declaration, leftOut, notApplied: fields })
      if (own instanceof InvalidSearch) continue
      try {
        const sourceContext = await createSourceContext(ctx, context.accountId, source, context)
        const quote = await source.quote(own, { ...sourceContext, keys: 0 })
        matched += quote.matched
        dataAsOf ??= quote.dataAsOf
        isUncounted ||= quote.isUncounted === true
        answered += 1
      } catch (error) {
        // An unavailable one does not stop the others.
        if (!(error instanceof ProviderError || error instanceof InvalidSearch)) throw error
        failure = error
        ;(sources.at(-1) as QueriedSource).leftOut = error.message
      }
    }
    if (answered === 0 && failure) throw failure
    return { matched, dataAsOf, requested: sources, ...(isUncounted && { isUncounted: true as const }) }
  }

  async function* stream(query: SourceQuery, context: SearchContext): AsyncIterable<LeadBatch> {
    const sources = await listSources(ctx, context.accountId, query.type)
    const place = context.cursor as unknown as Place | null
    const first = place ? sources.findIndex(({ declaration }) => declaration.id === place.source) : 0
    let failure: unknown
    let answered = 0
    for (const source of sources.slice(Math.max(0, first))) {
      const { id } = source.declaration
      const own = convertedQuery(source, query)
      if (!own) continue
      const { chargeKind } = LIST_TYPES[query.type]
      const isFree = (await findUnitPrice(ctx, context.accountId, source.declaration, chargeKind)) === 0
      try {
        const sourceContext = await createSourceContext(ctx, context.accountId, source, context)
        const cursor = place?.source === id ? place.cursor : null
        for await (const batch of searchWithRetry(source, {
          query: own,
          context: { ...context, ...sourceContext, cursor },
        })) {
          const joined = { ...batch, source: id, cursor: { source: id, cursor: batch.cursor } }
          yield isFree ? asFree(joined) : joined
        }
        answered += 1
      } catch (error) {
        if (context.signal.aborted || !(error instanceof ProviderError || error instanceof InvalidSearch))
          throw error
        failure = error
      }
    }
    if (answered === 0 && failure) throw failure
  }

  return {
    declaration: joinedSource,
    async quote(query, context) {
      const counted = await quoteAll(query, context)
      return { ...counted, isEstimate: true, withoutCoordinates: 0, keys: [], ceiling: null }
    },
    async preview(query, context, limit) {
      const rows: SourceLead[] = []
      for (const source of await listSources(ctx, context.accountId, query.type)) {
        const own = convertedQuery(source, query)
        if (!own || !source.preview || rows.length >= limit) continue
        try {
          const sourceContext = await createSourceContext(ctx, context.accountId, source, context)
          rows.push(...(await source.preview(own, sourceContext, limit - rows.length)))
        } catch (error) {
          if (!(error instanceof ProviderError || error instanceof InvalidSearch)) throw error
        }
      }
      return rows
    },
    search: stream,
  }
}
