import { places } from '#contract/core/vocabulary.ts'
import { call } from './api.ts'
import { formatCompact } from './format.ts'

/** Coordinates and the label they were picked by. */
export interface PickedPlace {
  lat: number
  lon: number
  label: string
}

/** A suggestion of a place field; `hint` is its population. */
export interface PlaceSuggestion {
  key: string
  label: string
  hint?: string
  item: PickedPlace
}

/** Cities whose name starts with the text, largest first. */
export async function loadPlaces(q: string, signal: AbortSignal): Promise<PlaceSuggestion[]> {
  // Shown instead: nothing: it only reads
  const { data } = await call(places, { query: { q, limit: 10 }, signal, quiet: true })
  return data.map(({ label, name, region, country, lat, lon, population }) => ({
    key: `${lat},${lon}`,
    label,
    ...(population > 0 ? { hint: `${formatCompact(population)} people` } : {}),
    item: { lat, lon, label: `${name}, ${region ?? country}` },
  }))
}
