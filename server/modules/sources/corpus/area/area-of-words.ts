import type * as z from 'zod/mini'
import type { fetchArea } from '#contract/sources/corpus-areas.ts'
import { resolvePlace } from '#server/modules/core/vocabulary/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type Box, boxesAround } from '../distance.ts'
import { splitAtDateLine } from './boxes.ts'

type AreaInput = Pick<z.output<NonNullable<(typeof fetchArea)['body']>>, 'bbox' | 'near' | 'radius_km'>

/** A named area, and the boxes that cover it. */
export interface NamedArea {
  label: string
  boxes: Box[]
}

const degrees = (value: number): string => String(Math.round(value * 10_000) / 10_000)

function findPoint(near: NonNullable<AreaInput['near']>): { lat: number; lon: number; label: string } {
  if (typeof near !== 'string')
    return { ...near, label: near.label ?? `${degrees(near.lat)}, ${degrees(near.lon)}` }
  const place = resolvePlace(near)
  if (place) return place
  throw invalidField(
    'near',
    `Unknown place "${near}". Enter a city with its region or country, or latitude,longitude`,
  )
}

/** @throws AppError validation_failed on `near` for an unknown place. */
export function parseArea({ bbox, near, radius_km }: AreaInput): NamedArea {
  if (bbox) {
    const { west, south, east, north } = bbox
    return {
      label: `Box ${[west, south, east, north].map(degrees).join(', ')}`,
      boxes: splitAtDateLine(bbox),
    }
  }
  const point = findPoint(near ?? '')
  return { label: `${point.label}, ${degrees(radius_km)} km around`, boxes: boxesAround(point, radius_km) }
}
