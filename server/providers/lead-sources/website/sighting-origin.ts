import { systemClock } from '#server/platform/clock.ts'
import type { Sighting } from '#server/website-reader/index.ts'
import type { SourceOrigin } from '../lead-source.ts'

export function originOfSighting(sighting: Sighting | undefined, confidence: number): SourceOrigin {
  return {
    source: 'website',
    url: sighting?.url ?? null,
    method: sighting?.method ?? 'inferred',
    confidence,
    observed_at: systemClock.now().toISOString(),
    licence: null,
    record: null,
  }
}
