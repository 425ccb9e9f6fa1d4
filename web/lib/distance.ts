import { formatDecimal, readersLocale } from './format.ts'

const KM_PER_MILE = 1.609344

/** Regions whose road signs count miles. */
const MILE_REGIONS = ['US', 'GB', 'LR', 'MM']

/** How distances are shown; they are always stored and sent in kilometres. */
export type DistanceUnit = 'km' | 'mi'

/** The unit of a locale such as `en-US`; kilometres when the region is unknown. */
export function unitOf(locale: string): DistanceUnit {
  try {
    const region = new Intl.Locale(locale).maximize().region
    return region && MILE_REGIONS.includes(region) ? 'mi' : 'km'
  } catch {
    return 'km'
  }
}

const round = (value: number, places: number): number => Number(value.toFixed(places))

/** Kilometres as a number of the unit, with at most one decimal. */
export const fromKm = (km: number, unit: DistanceUnit): number =>
  round(unit === 'mi' ? km / KM_PER_MILE : km, 1)

/** A number of the unit as kilometres (metres exactly). */
export const toKm = (value: number, unit: DistanceUnit): number =>
  round(unit === 'mi' ? value * KM_PER_MILE : value, 3)

/** Steps of the radius slider; small distances get as much room as large ones. */
export const SLIDER_STEPS = 100

/** The distance at a step of the slider, from 1 to `max`, in whole numbers. */
export const atStep = (step: number, max: number): number =>
  Math.max(1, Math.round(max ** (Math.min(SLIDER_STEPS, Math.max(0, step)) / SLIDER_STEPS)))

/** The step that stands for a distance. */
export const stepOf = (distance: number, max: number): number =>
  Math.round((Math.log(Math.min(max, Math.max(1, distance))) / Math.log(max)) * SLIDER_STEPS)

/** The unit of whoever reads this screen. */
export const readersUnit = (): DistanceUnit => unitOf(readersLocale())

/** A distance as people read it: `2.4 mi`. */
export const distanceLabel = (km: number, unit: DistanceUnit = readersUnit()): string =>
  `${formatDecimal(fromKm(km, unit), 1)} ${unit}`
