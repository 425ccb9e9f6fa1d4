import { defineSource } from '#contract/sources/source-kinds/define.ts'
import type {
  LeadBatch,
  LeadSource,
  QueriedSource,
  SearchContext,
  SourceQuery,
} from '#server/providers/lead-sources/index.ts'

/** Runs several searches for similar leads as one. */
const similarSource = defineSource({
  id: 'similar',
  label: 'Leads like these',
  answers: {},
  joins: true,
  onlyWhenChosen: true,
  terms: { text: 'The terms of each source used. Each value shows its own.', url: null },
})

interface Place {
  /** Index of the search. */
  at: number
  cursor: Record<string, unknown> | null
}

const readSearches = ({ search }: SourceQuery): Record<string, unknown>[] =>
  Array.isArray(search.like) ? (search.like as Record<string, unknown>[]) : []

/** A source that runs the searches of `search.like` with the joined source, in order. */
export function createSimilarSource(joined: LeadSource): LeadSource {
  async function* stream(query: SourceQuery, context: SearchContext): AsyncIterable<LeadBatch> {
    const place = (context.cursor as unknown as Place | null) ?? { at: 0, cursor: null }
    const searches = readSearches(query)
    for (let at = place.at; at < searches.length; at += 1) {
      const cursor = at === place.at ? place.cursor : null
      const own = { ...query, search: searches[at] as Record<string, unknown> }
      for await (const batch of joined.search?.(own, { ...context, cursor }) ?? [])
        yield { ...batch, cursor: { at, cursor: batch.cursor } }
    }
  }
  return {
    declaration: similarSource,
    async quote(query, context) {
      let matched = 0
      let requested: QueriedSource[] = []
      for (const search of readSearches(query)) {
        const quote = await joined.quote({ ...query, search }, { ...context, keys: 0 })
        matched += quote.matched
        requested = quote.requested ?? []
      }
      return {
        matched,
        requested,
        isEstimate: true,
        withoutCoordinates: 0,
        dataAsOf: null,
        keys: [],
        ceiling: null,
      }
    },
    search: stream,
  }
}
