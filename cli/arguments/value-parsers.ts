import { MAX_RADIUS_KM } from '#contract/core/constants.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from './nearest-word.ts'
import type { ValueParser } from './option-spec.ts'

/** A whole number of at least `least`. */
export const wholeNumber =
  (least: number): ValueParser<number> =>
  (text, option) => {
    const value = Number(text)
    if (!/^\d+$/.test(text.trim()) || !Number.isSafeInteger(value) || value < least) {
      throw usageError(`--${option} must be a whole number of at least ${least}, not "${text}"`)
    }
    return value
  }

/** A number of at least 0. */
export const amount: ValueParser<number> = (text, option) => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw usageError(`--${option} must be a number of at least 0, not "${text}"`)
  }
  return value
}

/** Growth such as `i3months,gte,0.1`. Missing parts are left out: the server reports which are required. */
export const growthRate: ValueParser<Record<string, unknown>> = (text, option) => {
  const [interval, operator, value] = text.split(',').map((part) => part.trim())
  const number = Number(value)
  if (value && !Number.isFinite(number)) {
    throw usageError(`--${option} takes INTERVAL,OPERATOR,VALUE such as i3months,gte,0.1, not "${text}"`)
  }
  return {
    interval: interval || undefined,
    operator: operator || undefined,
    value: value ? number : undefined,
  }
}

export const oneOf =
  <Word extends string>(words: readonly Word[]): ValueParser<Word> =>
  (text, option) => {
    const known = words.find((word) => word === text)
    if (known !== undefined) return known
    throw usageError(`--${option} takes ${words.join(' or ')}, not "${text}".${didYouMean(text, words)}`)
  }

/** A database id. */
export function idArgument(text: string, name: string): number {
  const id = Number(text)
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(id)) {
    throw usageError(`${name} must be a number such as 12, not "${text}"`)
  }
  return id
}

const KM_PER: Record<string, number> = { '': 1, km: 1, m: 0.001, mi: 1.609344 }

/** A distance such as `25km`, `25` (kilometres), `15mi` or `500m`, in kilometres. */
export const radiusKm: ValueParser<number> = (text, option) => {
  const match = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(km|mi|m)?\s*$/i.exec(text)
  if (!match) throw usageError(`--${option} takes a distance such as 25km, 15mi or 500m, not "${text}"`)
  const km = Number((Number(match[1]) * KM_PER[(match[2] ?? '').toLowerCase()]!).toFixed(6))
  if (km <= 0 || km > MAX_RADIUS_KM) {
    throw usageError(`--${option} must be more than 0 and at most ${MAX_RADIUS_KM} km, not "${text}"`)
  }
  return km
}

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)`
const POINT = new RegExp(`^\\s*(${NUMBER})\\s*[,;]\\s*(${NUMBER})\\s*$`)

/** Where to search: `45.5,-122.6` becomes a point, other text is geocoded by the server. */
export type Near = string | { lat: number; lon: number }

/** Parses `LAT,LON` or the name of a place. */
export const nearPlace: ValueParser<Near> = (text, option) => {
  const match = POINT.exec(text)
  if (!match) {
    if (text.trim() === '') throw usageError(`--${option} needs a place or LAT,LON`)
    return text.trim()
  }
  const [lat, lon] = [Number(match[1]), Number(match[2])]
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) {
    throw usageError(`--${option}: latitude goes from -90 to 90, longitude from -180 to 180, not "${text}"`)
  }
  return { lat, lon }
}

/** Tags separated by commas; empty for an empty text. */
export const tagsFrom = (texts: string): string[] =>
  texts
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
