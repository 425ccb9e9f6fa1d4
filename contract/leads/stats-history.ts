import * as z from 'zod/mini'

/** Name of the value with the history of an influencer; it is neither a column nor a filter. */
export const STATS_HISTORY = 'stats_history'

/** Maximum number of months kept, the newest. */
const MOST_MONTHS = 60

const Count = z._default(z.nullable(z.int().check(z.minimum(0))), null)

/** An audience in one month: followers at its end, likes and views as averages of its posts. */
export const StatsMonth = z.object({
  month: z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)),
  followers: Count,
  likes: Count,
  views: Count,
})
export type StatsMonth = z.output<typeof StatsMonth>

/** Monthly figures available as a chart, with their labels. */
export const STATS_LABELS = {
  followers: 'Followers',
  likes: 'Likes per post',
  views: 'Views per post',
} as const satisfies Record<Exclude<keyof StatsMonth, 'month'>, string>
export type StatsName = keyof typeof STATS_LABELS

/** Serializes the months as the value of a lead, oldest first; null when all are empty. */
export function writeStatsHistory(months: readonly StatsMonth[]): string | null {
  const response = months.filter(({ followers, likes, views }) => (followers ?? likes ?? views) !== null)
  const newest = response.toSorted((one, other) => (one.month < other.month ? -1 : 1)).slice(-MOST_MONTHS)
  return newest.length === 0
    ? null
    : JSON.stringify(newest.map(({ month, followers, likes, views }) => [month, followers, likes, views]))
}

/** Parses the months of a lead's value; empty when it is invalid. */
export function readStatsHistory(value: unknown): StatsMonth[] {
  if (typeof value !== 'string') return []
  try {
    const rows = z.array(z.array(z.unknown())).parse(JSON.parse(value))
    return rows.map(([month, followers, likes, views]) =>
      StatsMonth.parse({ month, followers, likes, views }),
    )
  } catch {
    return []
  }
}
