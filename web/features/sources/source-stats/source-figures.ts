import type { Reply } from '#contract/core/endpoint.ts'
import type { SourceStats, sourceStats } from '#contract/sources/source-stats.ts'
import { formatShare, formatShortDay } from '#web/lib/format.ts'

/** A rate of 0 to 1 in percent, or a dash for null. */
export const shareLabel = (rate: number | null): string => (rate === null ? '–' : formatShare(rate, 1))

/** A share in percent, or a dash if the whole is 0. */
export const rateLabel = (part: number, whole: number): string => (whole > 0 ? formatShare(part, whole) : '–')

/** Credits per delivered address, after refunds; null without addresses. */
export const costOfOne = ({ credits, refunded, addresses }: SourceStats): number | null =>
  addresses > 0 ? (credits - refunded) / addresses : null

/** `0.4 s`, `12 s`, `2 min`: the mean time of an attempt. */
export function timeLabel(seconds: number): string {
  if (seconds <= 0) return '–'
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}

/** The first day of a week: `16 Nov`; other text is unchanged. */
export const weekLabel = (week: string): string =>
  /^\d{4}-\d{2}-\d{2}/.test(week) && !Number.isNaN(Date.parse(week))
    ? formatShortDay(week.slice(0, 10))
    : week

type Week = Reply<typeof sourceStats>['by_week'][number]

/** Metrics of the weekly chart. A week without attempts has no value. */
export const MEASURES = {
  hits: {
    label: 'Hit rate',
    of: (week: Week) => week.hit_rate,
    least: 0.1,
  },
  bounces: {
    label: 'Bounce rate',
    of: (week: Week) => (week.addresses > 0 ? week.bounced / week.addresses : null),
    least: 0.05,
  },
  addresses: { label: 'Addresses', of: (week: Week) => week.addresses, least: 4 },
} as const
export type Measure = keyof typeof MEASURES

/** Series of the chart: one per table row (source and kind), with a value for each week of any source. */
export function weekSeries(byWeek: readonly Week[], stats: readonly SourceStats[], measure: Measure) {
  const weeks = [...new Set(byWeek.map(({ week }) => week))].sort()
  const lines = new Map(byWeek.map((week) => [`${week.source} ${week.kind}`, week]))
  const { of } = MEASURES[measure]
  return {
    weeks,
    series: [...lines].map(([id, { source, kind }]) => ({
      id,
      label: stats.find((entry) => entry.source === source && entry.kind === kind)?.label ?? source,
      points: weeks.map((week) => {
        const found = byWeek.find(
          (entry) => entry.week === week && entry.source === source && entry.kind === kind,
        )
        return found ? of(found) : null
      }),
    })),
  }
}
