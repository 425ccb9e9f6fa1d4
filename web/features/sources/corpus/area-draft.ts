import type { CallInput } from '#contract/core/endpoint.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import type { AreaEstimate, estimateArea } from '#contract/sources/corpus-areas.ts'
import { type DistanceUnit, toKm } from '#web/lib/distance.ts'
import { formatBytes } from '#web/lib/format.ts'
import type { PickedPlace } from '#web/lib/places.ts'

export type AreaBody = CallInput<typeof estimateArea>['body']

/** Content of the form: a place with a radius, or the sides of a box. */
export interface AreaDraft {
  by: 'place' | 'box'
  near: PickedPlace | string
  radius_km: number | string
  west: number | string
  south: number | string
  east: number | string
  north: number | string
}

/** An empty field becomes NaN, which the schema rejects. */
const readSide = (value: number | string): number => (value === '' ? Number.NaN : Number(value))

/** The request body of a draft. Distances are entered in the user's unit. */
export function bodyOfDraft(draft: AreaDraft, unit: DistanceUnit): AreaBody {
  const { by, near, radius_km } = draft
  if (by === 'place') return { near, radius_km: toKm(Number(radius_km), unit) }
  const [west, south, east, north] = [draft.west, draft.south, draft.east, draft.north].map(readSide) as [
    number,
    number,
    number,
    number,
  ]
  return { bbox: { west, south, east, north } }
}

const SIDES = ['west', 'south', 'east', 'north'] as const

/** The schema reports a box as a whole; this reports each missing side. */
export const missingSides = (draft: AreaDraft): Partial<Record<(typeof SIDES)[number], string>> =>
  draft.by === 'place'
    ? {}
    : Object.fromEntries(SIDES.filter((side) => draft[side] === '').map((side) => [side, MESSAGES.required]))

/** Approximate duration: `about 2 min`. */
export function durationLabel(seconds: number): string {
  if (seconds < 60) return 'less than a minute'
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} hours`
}

/** Warning before a large fetch; null if there is none. */
export function findWarning({ files, disk_bytes }: AreaEstimate): string | null {
  const whole = files.filter((file) => file.whole).length
  if (whole > 0)
    return `${whole === files.length ? 'The files do' : `${whole} of ${files.length} files do`} not include an index of places, so they are read completely. The number of places is an upper limit.`
  return disk_bytes > 10_000_000_000
    ? `This takes ${formatBytes(disk_bytes)} of disk. Check that the database has room for it.`
    : null
}
