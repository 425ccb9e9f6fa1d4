import type { Reply } from '#contract/endpoint.ts'
import type { countSearch } from '#contract/searches.ts'
import { formatCount, formatDay, formatNumber } from '#web/lib/format.ts'

type Count = Reply<typeof countSearch>['data']
/** An entry of the search that the server could not use. */
export type SkippedEntry = Count['skipped'][number]

const SHOWN = 5

/** Which entries are skipped and why, a line each. */
export function skippedWords(skipped: readonly SkippedEntry[]): string[] {
  if (skipped.length === 0) return []
  const more = skipped.length - SHOWN
  return [
    `${formatCount(skipped.length, 'invalid entry', 'invalid entries')} skipped:`,
    ...skipped.slice(0, SHOWN).map(({ entry, reason }) => `${entry.slice(0, 60)} – ${reason}`),
    ...(more > 0 ? [`and ${formatNumber(more)} more`] : []),
  ]
}

function categoryWords(category: Count['category']): string | null {
  if (!category) return null
  return category.as_words
    ? 'No category has this name, so its words are searched in names and addresses'
    : `Searching ${category.labels.join(', ')}`
}

function titleWords(title: Count['title']): string | null {
  if (!title) return null
  const words = title.words.map((word) => `“${word}”`).join(', ')
  if (title.also.length > 0)
    return words
      ? `Position also: ${title.also.join(', ')}, each with ${words}`
      : `Position also: ${title.also.join(', ')}`
  return words ? `Positions with the words ${words}` : null
}

const CERTAINTY_WORDS: Record<Count['certainty'], string | null> = {
  counted: null,
  estimate: 'An estimate of the source: fewer may come, and you pay only for what comes',
  unknown:
    'A source takes money for counting, so how many match is known when they have come. Say below how many you want at most',
}

function areaWords(area: Count['area']): string | null {
  if (!area) return null
  return area.as_words
    ? 'No place has this name, so its words are searched in locations'
    : `In ${area.labels.join(' or ')}`
}

/** What stands below the number of matches: how the search was understood, and what it leaves out. */
export function countNotes(count: Count): string[] {
  const { near, without_coordinates, without_coordinates_in, not_applied, data_as_of, data_sources } = count
  const area = without_coordinates_in ? ` in ${without_coordinates_in}` : ''
  return [
    CERTAINTY_WORDS[count.certainty],
    categoryWords(count.category),
    titleWords(count.title),
    areaWords(count.area),
    near ? `Around ${near.label}` : null,
    without_coordinates > 0
      ? `${formatNumber(without_coordinates)} more match${area}, but have no coordinates for the radius`
      : null,
    not_applied.length > 0 ? `This source cannot filter by: ${not_applied.join(', ')}` : null,
    ...(data_sources.length > 0
      ? data_sources.map(({ source, licence, data_as_of: date }) =>
          [`Data: ${source}`, licence, date ? `as of ${formatDay(date)}` : null].filter(Boolean).join(' · '),
        )
      : [data_as_of ? `Data as of ${formatDay(data_as_of)}` : null]),
    ...skippedWords(count.skipped),
  ].filter((note) => note !== null)
}
