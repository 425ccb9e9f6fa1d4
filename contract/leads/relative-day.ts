import { Day } from '../core/common.ts'

const DAY_MS = 86_400_000

/** A day of a condition that moves with time: `90 days ago`. */
export const daysAgo = (days: number): string => `${days} days ago`

/** How many days ago; null for what isn’t such a day. */
export function readDaysAgo(value: unknown): number | null {
  const found = typeof value === 'string' ? /^(\d{1,4}) days? ago$/.exec(value.trim()) : null
  return found ? Number(found[1]) : null
}

/** The day of a condition: a date, or so many days before `today`; null for anything else. Days are those of UTC. */
export function resolveDay(value: unknown, today: string): string | null {
  const days = readDaysAgo(value)
  if (days === null) return Day.safeParse(value).data ?? null
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}
