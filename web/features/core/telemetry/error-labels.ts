import type { AppErrorGroup } from '#contract/core/app-errors.ts'

const HOUR_MS = 60 * 60 * 1000
/** Hours in the chart of an error. */
const SHOWN_HOURS = 72

export const SOURCE_LABELS: Record<AppErrorGroup['source'], string> = { browser: 'Browser', server: 'Server' }

/** State of an error for its badge. */
export const stateBadge = ({ state, reopened_at, release }: AppErrorGroup) =>
  state === 'solved'
    ? { state: 'succeeded', label: 'Solved' }
    : reopened_at
      ? { state: 'partly', label: `Back in ${release}` }
      : { state: 'failed', label: 'Open' }

/** Occurrences in each of the last hours, including zeros. `now` in epoch ms. */
export function hourPoints(
  hours: readonly { hour: string; occurrences: number }[],
  now: number,
): { hours: string[]; points: number[] } {
  const counts = new Map(hours.map(({ hour, occurrences }) => [Date.parse(hour), occurrences]))
  const last = Math.floor(now / HOUR_MS) * HOUR_MS
  const all = Array.from({ length: SHOWN_HOURS }, (_, at) => last - (SHOWN_HOURS - 1 - at) * HOUR_MS)
  return {
    hours: all.map((at) => new Date(at).toISOString()),
    points: all.map((at) => counts.get(at) ?? 0),
  }
}
