import { createHash } from 'node:crypto'
import { COLUMN_NAMES, tightName } from '../column-names.ts'
import { placeInTags } from './osm/place-tags.ts'

/** Maximum depth of nested objects. */
const MAX_DEPTH = 4

/**
 * The texts of a JSON record by column. Nested values have both names (`address.city`); lists of texts are
 * joined by semicolons, of a list of objects the first counts.
 */
function flattenRecord(record: object): Map<string, string> {
  const cells = new Map<string, string>()
  const walk = (value: unknown, name: string, depth: number) => {
    if (value === null || value === undefined) return
    if (typeof value !== 'object') cells.set(name, String(value))
    else if (Array.isArray(value)) walkList(value, name, depth)
    else if (depth < MAX_DEPTH)
      for (const [key, inner] of Object.entries(value))
        walk(inner, name === '' ? key : `${name}.${key}`, depth + 1)
  }
  const walkList = (list: unknown[], name: string, depth: number) => {
    const texts = list.filter((item) => item !== null && typeof item !== 'object')
    if (texts.length > 0) cells.set(name, texts.join(';'))
    else walk(list[0], name, depth + 1)
  }
  walk(record, '', 0)
  return cells
}

/** Columns for a geometry's position. */
const LAT_COLUMN = 'geometry.lat'
const LON_COLUMN = 'geometry.lon'

interface Feature {
  type: 'Feature'
  id?: unknown
  properties?: unknown
  geometry?: unknown
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFeature = (record: object): record is Feature => 'type' in record && record.type === 'Feature'

/** The texts of a record, or of a GeoJSON feature: its properties, interpreted OpenStreetMap tags, id and position. */
export function cellsOfRecord(record: object): Map<string, string> {
  if (!isFeature(record)) return flattenRecord(record)
  const cells = flattenRecord(isObject(record.properties) ? record.properties : {})
  for (const [field, text] of Object.entries(placeInTags(Object.fromEntries(cells)) ?? {}))
    if (text && !cells.has(field)) cells.set(field, text)
  const spot = readPosition(record.geometry)
  const id = readId(record.id, cells, spot)
  if (id) cells.set('id', id)
  if (spot) {
    cells.set(LON_COLUMN, String(spot[0]))
    cells.set(LAT_COLUMN, String(spot[1]))
  }
  return cells
}

/** The cell of a field's best column name. */
function findCell(field: 'id' | 'name', cells: Map<string, string>): string | undefined {
  const byName = new Map([...cells].map(([column, text]) => [tightName(column), text]))
  for (const name of COLUMN_NAMES[field].split(' ')) if (byName.get(name)) return byName.get(name)
  return undefined
}

/** A feature's id, its own or among its properties; else one from its name and position. */
function readId(own: unknown, cells: Map<string, string>, spot: Spot | null): string | undefined {
  if (typeof own === 'string' || typeof own === 'number') return String(own)
  const cell = findCell('id', cells)
  const name = findCell('name', cells)
  if (cell || !name || !spot) return cell
  // Seven digits are a centimeter: finer digits vary between writings of a number.
  const identity = [name, ...spot.map((degrees) => degrees.toFixed(7))].join('\n')
  return createHash('sha256').update(identity).digest('base64url').slice(0, 22)
}

type Spot = [number, number]

/** Longitude and latitude of a GeoJSON geometry: of a point itself, of an area its center. */
export function readPosition(geometry: unknown, depth = 0): Spot | null {
  if (!isObject(geometry)) return null
  const { type, coordinates, geometries } = geometry
  if (type === 'GeometryCollection' && Array.isArray(geometries) && depth < MAX_DEPTH)
    return readPosition(geometries[0], depth + 1)
  if (type === 'Point') return readSpots([coordinates])[0] ?? null
  if (!Array.isArray(coordinates)) return null
  if (type === 'Polygon') return centroid(readSpots(coordinates[0]))
  if (type === 'MultiPolygon') return largest(coordinates)
  if (type === 'MultiLineString') return mean(readSpots(coordinates[0]))
  return type === 'LineString' || type === 'MultiPoint' ? mean(readSpots(coordinates)) : null
}

function readSpots(list: unknown): Spot[] {
  if (!Array.isArray(list)) return []
  return list.filter(
    (spot): spot is Spot => Array.isArray(spot) && typeof spot[0] === 'number' && typeof spot[1] === 'number',
  )
}

function largest(polygons: unknown[]): Spot | null {
  const rings = polygons.map((polygon) => readSpots(Array.isArray(polygon) ? polygon[0] : null))
  const [first] = rings.sort((a, b) => Math.abs(twiceArea(b)) - Math.abs(twiceArea(a)))
  return first ? centroid(first) : null
}

const mean = (spots: Spot[]): Spot | null =>
  spots.length === 0
    ? null
    : [
        spots.reduce((sum, [lon]) => sum + lon, 0) / spots.length,
        spots.reduce((sum, [, lat]) => sum + lat, 0) / spots.length,
      ]

/** Relative to the first corner, so that small shapes far from zero keep their precision. */
function sides(ring: Spot[]): { cross: number; lon: number; lat: number }[] {
  const [west, south] = ring[0] ?? [0, 0]
  return ring.slice(1).map(([lon, lat], at) => {
    const [a, b] = [(ring[at] as Spot)[0] - west, (ring[at] as Spot)[1] - south]
    const [c, d] = [lon - west, lat - south]
    return { cross: a * d - c * b, lon: a + c, lat: b + d }
  })
}

const twiceArea = (ring: Spot[]): number => sides(ring).reduce((sum, { cross }) => sum + cross, 0)

/** Centroid of a closed ring; of one without an area, the mean of its corners. */
function centroid(ring: Spot[]): Spot | null {
  const area = twiceArea(ring)
  if (area === 0) return mean(ring)
  const [west, south] = ring[0] as Spot
  const parts = sides(ring)
  return [
    west + parts.reduce((sum, { cross, lon }) => sum + cross * lon, 0) / (3 * area),
    south + parts.reduce((sum, { cross, lat }) => sum + cross * lat, 0) / (3 * area),
  ]
}
