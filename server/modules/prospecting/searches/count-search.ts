import type { CountCertainty } from '#contract/prospecting/searches.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { SourceQuote } from '#server/providers/lead-sources/index.ts'
import { requestSourceFigures } from './search-figures.ts'
import { readPoint, readSearch, type SearchQuery } from './search-input.ts'

const findCertainty = ({ isEstimate, isUncounted }: SourceQuote): CountCertainty =>
  isUncounted ? 'unknown' : isEstimate ? 'estimate' : 'counted'

/** How many leads a search finds, as far as its source can tell; free. */
export async function countSearch(
  ctx: Context,
  { accountId }: Actor,
  given: SearchQuery,
  signal: AbortSignal,
) {
  const parsed = await readSearch(ctx, accountId, given)
  const quote = await requestSourceFigures(ctx, accountId, parsed, 0, signal)
  return {
    matched: quote.matched,
    certainty: findCertainty(quote),
    without_coordinates: quote.withoutCoordinates,
    without_coordinates_in: quote.withoutCoordinatesIn ?? null,
    no_data: quote.noData ?? false,
    category: quote.category ? { labels: quote.category.labels, as_keywords: quote.category.asWords } : null,
    title: quote.title ?? null,
    area: quote.area ? { labels: quote.area.labels, as_keywords: quote.area.asWords } : null,
    data_as_of: quote.dataAsOf?.toISOString() ?? null,
    data_sources: (quote.dataSources ?? []).map(({ source, licence, dataAsOf }) => ({
      source,
      licence,
      data_as_of: dataAsOf?.toISOString() ?? null,
    })),
    near: readPoint(parsed.search),
    not_applied: quote.notApplied,
    left_out: quote.leftOut,
    retention: quote.retention,
    skipped: parsed.skipped,
  }
}
