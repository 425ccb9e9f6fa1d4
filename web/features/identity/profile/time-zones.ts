import { browserZones, formatTimeIn } from '#web/lib/format.ts'

/** Selectable time zones, including the current ones even if the browser does not list them. */
export function timeZones(current: string): string[] {
  const listed = browserZones()
  return [...new Set(['UTC', current, ...listed])].sort((a, b) => a.localeCompare(b, 'en'))
}

/** Readable name of `America/New_York`. */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ')

/** Whether a zone matches the typed words: each appears somewhere in its name. */
export const zoneMatches = (zone: string, typed: string): boolean => {
  const name = zoneLabel(zone).toLowerCase()
  return typed
    .toLowerCase()
    .split(/[\s_/]+/)
    .every((word) => name.includes(word))
}

/** Weekday and time in a zone, in the user's locale: `Thu, 14:05`. Null for an unknown zone. */
export function timeIn(zone: string, now: number = Date.now()): string | null {
  try {
    return formatTimeIn(zone, now)
  } catch {
    return null
  }
}
