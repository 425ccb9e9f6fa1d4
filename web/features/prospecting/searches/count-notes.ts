import type { Reply } from '#contract/core/endpoint.ts'
import type { countSearch } from '#contract/prospecting/searches.ts'
import { formatCount, formatDay, formatNumber } from '#web/lib/format.ts'

type Count = Reply<typeof countSearch>['data']
/** An unusable entry of the search. */
export type SkippedEntry = Count['skipped'][number]

const SHOWN = 5

/** Skipped entries with their reasons, one line each. */
export function skippedLabels(skipped: readonly SkippedEntry[]): string[] {
  if (skipped.length === 0) return []
  const more = skipped.length - SHOWN
  return [
    `${formatCount(skipped.length, 'invalid entry', 'invalid entries')} skipped:`,
    ...skipped.slice(0, SHOWN).map(({ entry, reason }) => `${entry.slice(0, 60)} – ${reason}`),
    ...(more > 0 ? [`and ${formatNumber(more)} more`] : []),
  ]
}

function categoryLabels(category: Count['category']): string | null {
  if (!category) return null
  return category.as_keywords
    ? 'No category matches, so we search names and addresses for these words'
    : `Searching ${category.labels.join(', ')}`
}

function titleLabel(title: Count['title']): string | null {
  if (!title) return null
  const keywords = title.words.map((word) => `“${word}”`).join(', ')
  if (title.also.length > 0)
    return keywords
      ? `Position also: ${title.also.join(', ')}, each with ${keywords}`
      : `Position also: ${title.also.join(', ')}`
  return keywords ? `Positions with the words ${keywords}` : null
}

const CERTAINTY_LABELS: Record<Count['certainty'], string | null> = {
  counted: null,
  estimate: 'Estimated by the source. You pay only for leads delivered',
  unknown: 'This source can’t count for free. Set a limit below',
}

function areaLabel(area: Count['area']): string | null {
  if (!area) return null
  return area.as_keywords
    ? 'No place matches, so we search locations for these words'
    : `In ${area.labels.join(' or ')}`
}

/** Notes below the count: how the search was understood, and what it leaves out. */
export function countNotes(count: Count): string[] {
  const { near, without_coordinates, without_coordinates_in, not_applied, data_as_of, data_sources } = count
  const area = without_coordinates_in ? ` in ${without_coordinates_in}` : ''
  return [
    CERTAINTY_LABELS[count.certainty],
    categoryLabels(count.category),
    titleLabel(count.title),
    areaLabel(count.area),
    near ? `Around ${near.label}` : null,
    without_coordinates > 0
      ? `${formatNumber(without_coordinates)} more match${area}, but have no coordinates for the radius`
      : null,
    not_applied.length > 0 ? `This source can’t filter by: ${not_applied.join(', ')}` : null,
    ...count.left_out.map(({ source, reason }) => `${source} is left out: ${reason}`),
    ...count.retention.map(
      ({ source, days }) =>
        `Values from ${source} are deleted after ${formatCount(days, 'day')} unless another source confirms them`,
    ),
    ...(data_sources.length > 0
      ? data_sources.map(({ source, licence, data_as_of: date }) =>
          [`Data: ${source}`, licence, date ? `as of ${formatDay(date)}` : null].filter(Boolean).join(' · '),
        )
      : [data_as_of ? `Data as of ${formatDay(data_as_of)}` : null]),
    ...skippedLabels(count.skipped),
  ].filter((note) => note !== null)
}
