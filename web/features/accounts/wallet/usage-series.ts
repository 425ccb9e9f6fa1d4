import type { Usage } from '#contract/accounts/wallet.ts'
import { RUN_DEFINITIONS, RUN_KINDS } from '#contract/activity/run-kinds/index.ts'
import { formatShortDay } from '#web/lib/format.ts'
import type { ChartSeries } from '#web/ui/chart/chart-types.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Every day from the first to the last one, as YYYY-MM-DD. */
function listDays({ from, to }: Pick<Usage, 'from' | 'to'>): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  )
}

/**
 * Usage as columns of a chart: a column for each day, including days without spending, and a series for each kind of
 * run.
 */
export function usageSeries(usage: Usage): { columns: string[]; series: ChartSeries[] } {
  const days = listDays(usage)
  const credits = new Map(usage.days.map(({ day, kind, credits }) => [`${day} ${kind}`, credits]))
  const kinds = RUN_KINDS.filter((kind) => usage.days.some((entry) => entry.kind === kind))
  return {
    columns: days.map(formatShortDay),
    series: kinds.map((kind) => ({
      id: kind,
      label: RUN_DEFINITIONS[kind].labels.name,
      points: days.map((day) => credits.get(`${day} ${kind}`) ?? 0),
    })),
  }
}
