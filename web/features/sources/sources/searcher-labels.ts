import type { Reply } from '#contract/core/endpoint.ts'
import type { Searcher, searchers } from '#contract/sources/searchers.ts'
import {
  formatCount,
  formatDecimal,
  formatExact,
  formatNumber,
  formatShare,
  formatShortDay,
} from '#web/lib/format.ts'

/** Icon and label of a source's state for all accounts. */
export function describeState({ is_on, is_parked, needs_key, keys, failures }: Searcher) {
  if (!is_on) return { state: 'cancelled', label: 'Off' } as const
  if (is_parked) return { state: 'partly', label: 'Paused' } as const
  if (needs_key && keys === 0) return { state: 'unchecked', label: 'No key' } as const
  return failures > 0
    ? ({ state: 'potential', label: 'Failing' } as const)
    : ({ state: 'succeeded', label: 'Ready' } as const)
}

const REASONS: Record<NonNullable<Searcher['park_reason']>, string> = {
  failures: 'Failed several times in a row',
  unauthorized: 'Key rejected',
  quota: 'Vendor plan used up',
  admin: 'Paused by an administrator',
}

/** Why and until when a source is paused; null if it isn't. */
export function pauseLabel({ is_parked, park_reason, parked_until }: Searcher): string | null {
  if (!is_parked || !park_reason) return null
  return `${REASONS[park_reason]}${parked_until ? `, until ${formatExact(parked_until)}` : ''}`
}

/** A source's results of the last days, as label and value. */
export const listFigures = (source: Searcher) => [
  { label: 'Requests', value: formatNumber(source.requests) },
  { label: 'Hit rate', value: source.hit_rate === null ? '–' : formatShare(source.hits, source.requests) },
  { label: 'Failed', value: formatNumber(source.failed) },
  { label: 'Average time', value: source.requests > 0 ? timeLabel(source.seconds) : '–' },
  { label: 'Vendor cost', value: source.vendor_cost > 0 ? formatDecimal(source.vendor_cost) : '–' },
]

/** `2 keys, 1 paused`. */
export const keyLabel = ({ keys, parked_keys, needs_key, has_platform_key }: Searcher): string => {
  if (!needs_key && keys === 0) return 'No key needed'
  const paused = parked_keys > 0 ? `, ${formatNumber(parked_keys)} paused` : ''
  return `${formatCount(keys, 'key')}${has_platform_key ? ', one for everyone' : ''}${paused}`
}

type Days = Reply<typeof searchers>['by_day']

/** A short date: `16 Nov`. */
export const dayLabel = (day: string): string => formatShortDay(day)

/** `0.4 s`, or `12 ms` below a tenth of a second. */
export const timeLabel = (seconds: number): string =>
  seconds < 0.1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`

/** Requests and failures per day, with a value for every day of any source. */
export function daySeries(byDay: Days) {
  const columns = [...new Set(byDay.map(({ day }) => day))].sort()
  const sum = (day: string, counter: 'requests' | 'failed') =>
    byDay.filter((entry) => entry.day === day).reduce((total, entry) => total + entry[counter], 0)
  return {
    columns,
    series: [
      {
        id: 'answered',
        label: 'Answered',
        points: columns.map((day) => sum(day, 'requests') - sum(day, 'failed')),
      },
      {
        id: 'failed',
        label: 'Failed',
        tone: 'danger' as const,
        points: columns.map((day) => sum(day, 'failed')),
      },
    ],
  }
}
