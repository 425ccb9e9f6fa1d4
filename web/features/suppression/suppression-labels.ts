import type { Erasure, SuppressionKind } from '#contract/suppression.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'

export const KIND_WORDS: Record<SuppressionKind, string> = {
  email: 'Email',
  domain: 'Domain',
  phone: 'Phone',
  profile: 'Profile',
}

/** What was removed, place by place, in words. */
export const removedWords = (removed: Erasure['removed']): string =>
  Object.entries(removed)
    .map(([place, count]) => `${place.replaceAll('_', ' ')}: ${formatNumber(count)}`)
    .join(', ') || 'Nothing was there'

/** Where a value is today: "on 3 lists, 4 leads". */
export const placeWords = ({ lists, leads }: { lists: number; leads: number }): string =>
  leads === 0 ? 'In no list' : `On ${formatCount(lists, 'list')}, ${formatCount(leads, 'lead')}`

/** The values in a pasted text or a file: one a line, of a table the first cell of each line. */
export const valuesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1'))
      .filter((value) => value !== ''),
  ),
]
