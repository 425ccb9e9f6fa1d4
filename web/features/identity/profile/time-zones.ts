import { browserZones, formatTimeIn } from '#web/lib/format.ts'

/** Names of time zones to choose from, those that are in use among them although the browser does not list them. */
export function timeZones(current: string): string[] {
  const listed = browserZones()
  return [...new Set(['UTC', current, ...listed])].sort((a, b) => a.localeCompare(b, 'en'))
}

/** `America/New_York` as people read it. */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ')

/** Whether a zone is meant by what was typed: every word stands somewhere in its name. */
export const zoneMatches = (zone: string, typed: string): boolean => {
  const name = zoneLabel(zone).toLowerCase()
  return typed
    .toLowerCase()
    .split(/[\s_/]+/)
    .every((word) => name.includes(word))
}

/** Weekday and time in a zone, in the user's locale: `Thu, 14:05`. Null for a zone that the browser does not know. */
export function timeIn(zone: string, now: number = Date.now()): string | null {
  try {
    return formatTimeIn(zone, now)
  } catch {
    return null
  }
}
