import { MAX_RADIUS_KM } from '#contract/core/constants.ts'
import type { Area } from '#contract/leads/area.ts'
import { fromKm, toKm, userUnit } from '#web/lib/distance.ts'
import { type SearchDraft, setValue } from './search-draft.ts'

interface GeoPoint {
  lat: number
  lon: number
}

const isSpot = (value: unknown): value is GeoPoint =>
  typeof value === 'object' && value !== null && 'lat' in value && 'lon' in value

/** The searched circle: around the picked place, or the place the server resolved. */
export function findCircle(
  { near, radius_km: km }: Record<string, unknown>,
  resolved: GeoPoint | null | undefined,
): Area | null {
  const centre = isSpot(near) ? near : near ? resolved : null
  if (!centre || typeof km !== 'number' || km <= 0) return null
  return { kind: 'circle', lat: centre.lat, lon: centre.lon, km: Math.min(km, MAX_RADIUS_KM) }
}

/** Rounds to about ten meters, finer than anyone draws. */
const drawn = (degrees: number): number => Number(degrees.toFixed(4))

/** Sets place and radius from a drawn circle; the radius is rounded in the user's unit. */
export function withCircle(draft: SearchDraft, area: Area): SearchDraft {
  if (area.kind !== 'circle') return draft
  const [lat, lon] = [drawn(area.lat), drawn(area.lon)]
  const round = Math.max(0.1, fromKm(Math.min(area.km, MAX_RADIUS_KM), userUnit()))
  const placed = setValue(draft, 'near', { lat, lon, label: `${lat}, ${lon}` })
  return setValue(placed, 'radius_km', Math.min(MAX_RADIUS_KM, toKm(round, userUnit())))
}

/** Preview rows with coordinates, each by its index. */
export function previewPoints(rows: readonly { lat: number | null; lon: number | null }[] | undefined) {
  const shown = (rows ?? []).flatMap(({ lat, lon }, id) =>
    lat === null || lon === null ? [] : [{ id, lat, lon }],
  )
  return {
    ids: shown.map(({ id }) => id),
    lats: shown.map(({ lat }) => lat),
    lons: shown.map(({ lon }) => lon),
  }
}
