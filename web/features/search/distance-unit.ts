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
