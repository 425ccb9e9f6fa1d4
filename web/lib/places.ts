import { places } from '#contract/core/vocabulary.ts'
import { call } from './api.ts'
import { formatCompact } from './format.ts'

/** A point with the words a person picked it by. */
export interface PickedPlace {
  lat: number
  lon: number
  label: string
}

/** One suggestion of a field of places; `hint` says how many people live there. */
export interface PlaceSuggestion {
  key: string
  label: string
  hint?: string
  item: PickedPlace
}

/** Cities whose name starts with the words, biggest first. */
export async function loadPlaces(q: string, signal: AbortSignal): Promise<PlaceSuggestion[]> {
  const { data } = await call(places, { query: { q, limit: 10 }, signal, quiet: true })
  return data.map(({ label, name, region, country, lat, lon, population }) => ({
    key: `${lat},${lon}`,
    label,
    ...(population > 0 ? { hint: `${formatCompact(population)} people` } : {}),
    item: { lat, lon, label: `${name}, ${region ?? country}` },
  }))
}
