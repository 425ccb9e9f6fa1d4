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
      const found = await requestSource(accountId, query, 0, signal, ready)
      return {
        matched: found.matched,
        certainty: certaintyOf(found),
        without_coordinates: found.withoutCoordinates,
        without_coordinates_in: found.withoutCoordinatesIn ?? null,
        no_data: found.noData ?? false,
        category: found.category
          ? { labels: found.category.labels, as_keywords: found.category.asWords }
          : null,
        title: found.title ?? null,
        area: found.area ? { labels: found.area.labels, as_keywords: found.area.asWords } : null,
        data_as_of: found.dataAsOf?.toISOString() ?? null,
        data_sources: (found.dataSources ?? []).map(({ source, licence, dataAsOf }) => ({
          source,
          licence,
          data_as_of: dataAsOf?.toISOString() ?? null,
        })),
        near: pointOf(found.parsed),
        not_applied: found.notApplied,
        left_out: found.leftOut,
        retention: found.retention,
        skipped: found.skipped,
      }
    },

    /** The first matches with masked contacts; nothing is stored or charged. */
    preview: (actor: Actor, query: SearchQuery, signal: AbortSignal) =>
      previewOf(actor.accountId, query, signal),
  }
}
