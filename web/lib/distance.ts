import { formatDecimal, userLocale } from './format.ts'

const KM_PER_MILE = 1.609344

/** Regions that measure roads in miles. */
const MILE_REGIONS = ['US', 'GB', 'LR', 'MM']

/** Display unit of distances; they are stored and sent in kilometers. */
export type DistanceUnit = 'km' | 'mi'

/** The unit of a locale such as `en-US`; kilometers if its region is unknown. */
export function chooseUnit(locale: string): DistanceUnit {
  try {
    const region = new Intl.Locale(locale).maximize().region
    return region && MILE_REGIONS.includes(region) ? 'mi' : 'km'
  } catch {
    return 'km'
  }
}

const round = (value: number, places: number): number => Number(value.toFixed(places))

/** Kilometers in a unit, with at most one decimal. */
export const fromKm = (km: number, unit: DistanceUnit): number =>
  round(unit === 'mi' ? km / KM_PER_MILE : km, 1)

/** A distance in kilometers, exact to the meter. */
export const toKm = (value: number, unit: DistanceUnit): number =>
  round(unit === 'mi' ? value * KM_PER_MILE : value, 3)

/**
 * Number of steps of the radius slider. It is non-linear, so that small distances get as much room as large
 * ones.
 */
export const SLIDER_STEPS = 100

/** The distance at a slider step, from 1 to `max`, as a whole number. */
export const atStep = (step: number, max: number): number =>
  Math.max(1, Math.round(max ** (Math.min(SLIDER_STEPS, Math.max(0, step)) / SLIDER_STEPS)))

/** The slider step of a distance. */
export const findStep = (distance: number, max: number): number =>
  Math.round((Math.log(Math.min(max, Math.max(1, distance))) / Math.log(max)) * SLIDER_STEPS)

/** The unit of the current user. */
export const userUnit = (): DistanceUnit => chooseUnit(userLocale())

/** A formatted distance, such as `2.4 mi`. */
export const distanceLabel = (km: number, unit: DistanceUnit = userUnit()): string =>
  `${formatDecimal(fromKm(km, unit), 1)} ${unit}`
