import type { CountCertainty } from '#contract/prospecting/searches.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { SourceQuote } from '#server/providers/lead-sources/index.ts'
import type { SearchFigures, SearchQuery } from './search-figures.ts'
import { chooseSource, pointOf, withSource } from './search-input.ts'
import { createSearchPreview, type PreviewGuard } from './search-preview.ts'

const certaintyOf = ({ isEstimate, isUncounted }: SourceQuote): CountCertainty =>
  isUncounted ? 'unknown' : isEstimate ? 'estimate' : 'counted'

interface SearchCountDeps {
  sources: Pick<SourcesService, 'find' | 'readyStates' | 'contextOf'>
  leads: LeadsService
  suppression: PreviewGuard
  requestSource: SearchFigures['requestSource']
}

/** Free counts and previews. */
export function createSearchCounts({ sources, leads, suppression, requestSource }: SearchCountDeps) {
  const previewOf = createSearchPreview({ sources, leads, suppression })

  return {
    /** Adds the default source to a query that names none. */
    sourced: <Query extends SearchQuery>(actor: Actor, query: Query): Promise<Query> =>
      withSource(query, sources, actor.accountId),

    async count({ accountId }: Actor, given: SearchQuery, signal: AbortSignal) {
      const { query, ready } = await chooseSource(given, sources, accountId)
      const quote = await requestSource(accountId, query, 0, signal, ready)
      return {
        matched: quote.matched,
        certainty: certaintyOf(quote),
        without_coordinates: quote.withoutCoordinates,
        without_coordinates_in: quote.withoutCoordinatesIn ?? null,
        no_data: quote.noData ?? false,
        category: quote.category
          ? { labels: quote.category.labels, as_keywords: quote.category.asWords }
          : null,
        title: quote.title ?? null,
        area: quote.area ? { labels: quote.area.labels, as_keywords: quote.area.asWords } : null,
        data_as_of: quote.dataAsOf?.toISOString() ?? null,
        data_sources: (quote.dataSources ?? []).map(({ source, licence, dataAsOf }) => ({
          source,
          licence,
          data_as_of: dataAsOf?.toISOString() ?? null,
        })),
        near: pointOf(quote.parsed),
        not_applied: quote.notApplied,
        left_out: quote.leftOut,
        retention: quote.retention,
        skipped: quote.skipped,
      }
    },

    /** The first matches with masked contacts; nothing is stored or charged. */
    preview: (actor: Actor, query: SearchQuery, signal: AbortSignal) =>
      previewOf(actor.accountId, query, signal),
  }
}
