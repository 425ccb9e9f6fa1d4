/** An area to filter leads by. Longitudes run from -180 to 180; a box with west > east crosses the date line. */
export type Area =
  | { kind: 'circle'; lat: number; lon: number; km: number }
  | { kind: 'box'; west: number; south: number; east: number; north: number }

/** Mean radius of the earth as a sphere, in kilometres. */
export const EARTH_KM = 6371

/** Half the circumference of the earth: a larger circle contains nothing more. */
export const MAX_AREA_KM = 20_016

const MAX_TEXT = 200

const within = (value: number, limit: number): boolean => Math.abs(value) <= limit

function makeCircle([lat, lon, km, ...more]: number[]): Area | null {
  if (lat === undefined || lon === undefined || km === undefined || more.length > 0) return null
  if (!within(lat, 90) || !within(lon, 180) || km <= 0 || km > MAX_AREA_KM) return null
  return { kind: 'circle', lat, lon, km }
}

function makeBox([west, south, east, north, ...more]: number[]): Area | null {
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null
  if (more.length > 0 || ![west, east].every((lon) => within(lon, 180))) return null
  if (!within(south, 90) || !within(north, 90) || south > north) return null
  return { kind: 'box', west, south, east, north }
}

/** Parses the value of an area filter; null if invalid. */
export function readArea(text: unknown): Area | null {
  if (typeof text !== 'string' || text.length > MAX_TEXT) return null
  const match = /^(circle|box):([-+.\de]+(?:,[-+.\de]+)*)$/i.exec(text.replace(/\s/g, ''))
  if (!match) return null
  const numbers = (match[2] as string).split(',').map((part) => (part === '' ? Number.NaN : Number(part)))
  if (!numbers.every(Number.isFinite)) return null
  return match[1]?.toLowerCase() === 'circle' ? makeCircle(numbers) : makeBox(numbers)
}

/** About a metre; more digits would only lengthen addresses. */
const short = (value: number): string => String(Number(value.toFixed(5)))
/** Rounded to metres, at least one. */
const shortKm = (km: number): string => String(Math.max(0.001, Number(km.toFixed(3))))

/** Formats an area as a filter value: `circle:LAT,LON,KM` or `box:WEST,SOUTH,EAST,NORTH`. */
export const writeArea = (area: Area): string =>
  area.kind === 'circle'
    ? `circle:${short(area.lat)},${short(area.lon)},${shortKm(area.km)}`
    : `box:${[area.west, area.south, area.east, area.north].map(short).join(',')}`
