import type { MapBox } from '#contract/activity/run-kinds/corpus-fetch.ts'
import { usageError } from '../cli-error.ts'
import type { ValueParser } from './option-spec.ts'

/** Reads `W,S,E,N` in degrees; west may be greater than east across the date line. */
export const mapBox: ValueParser<MapBox> = (text, option) => {
  const sides = text.split(/[\s,;]+/).filter(Boolean)
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides.map(Number)
  const isBox =
    sides.length === 4 &&
    [west, east].every((lon) => Math.abs(lon) <= 180) &&
    [south, north].every((lat) => Math.abs(lat) <= 90) &&
    south < north
  if (isBox) return { west, south, east, north }
  throw usageError(
    `--${option} takes west,south,east,north in degrees, such as -122.84,45.43,-122.47,45.65, not "${text}"`,
  )
}
