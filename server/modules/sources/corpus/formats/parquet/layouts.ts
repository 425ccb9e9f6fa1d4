import { profilesIn } from '#server/modules/core/normalise/index.ts'
import { resolveCategory } from '#server/modules/core/vocabulary/index.ts'
import { isObject, readPosition } from '../json-record.ts'
import type { RawPlace } from '../place-format.ts'
import { categoryOfCodes } from './overture-categories.ts'
import { overtureProblem } from './overture-rules.ts'
import type { ParquetRow } from './parquet-row.ts'
import type { Wanted } from './prune-metadata.ts'
import { pointInWkb } from './wkb.ts'

/** A known Parquet layout of places. */
export interface Layout {
  name: string
  /** Columns that identify it. */
  needs: readonly string[]
  /** Columns read, where present. */
  reads: Wanted
  /** A row's position; empty without one. */
  readSpot(row: ParquetRow): Pick<RawPlace, 'lat' | 'lon'>
  toPlace(row: ParquetRow): RawPlace
  /** Why a row does not fit this layout; null when it does. */
  findProblem?(row: ParquetRow): string | null
}

const decoder = new TextDecoder()

/** A value as text; empty when there is none. */
function text(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? decoder.decode(value) : ''
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text).filter(Boolean) : [])
const inside = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

/** A row's position: from its geometry, else the center of its box. */
function readSpot(row: ParquetRow): Pick<RawPlace, 'lat' | 'lon'> {
  const { geometry, bbox } = row
  const point = geometry instanceof Uint8Array ? pointInWkb(geometry) : readPosition(geometry)
  if (point) return { lon: String(point[0]), lat: String(point[1]) }
  const [west, east, south, north] = ['xmin', 'xmax', 'ymin', 'ymax'].map((key) => inside(bbox, key))
  if (![west, east, south, north].every((side) => typeof side === 'number')) return {}
  const middle = (a: unknown, b: unknown) => String(((a as number) + (b as number)) / 2)
  return { lon: middle(west, east), lat: middle(south, north) }
}

/**
 * An Overture row's codes, most specific first: its category, in the new and old schema, then its parents in the
 * taxonomy. Alternates are other kinds, related or not, and do not describe its main category.
 */
function listCodes({ taxonomy, categories, basic_category }: ParquetRow): string[] {
  return [
    text(inside(taxonomy, 'primary')),
    text(inside(categories, 'primary')),
    ...texts(inside(taxonomy, 'hierarchy')).reverse(),
    text(basic_category),
  ].filter(Boolean)
}

const wholeColumns = (...columns: string[]): Wanted =>
  Object.fromEntries(columns.map((column) => [column, 'all'] as const))

const OVERTURE: Layout = {
  name: 'Overture Maps Places',
  findProblem: overtureProblem,
  needs: ['id', 'names'],
  reads: {
    ...wholeColumns('id', 'basic_category', 'phones', 'websites', 'socials', 'emails', 'operating_status'),
    geometry: 'all',
    bbox: ['xmin', 'xmax', 'ymin', 'ymax'],
    // All parts, so that unknown ones are detected.
    addresses: 'all',
    names: ['primary'],
    categories: ['primary', 'alternate'],
    taxonomy: ['primary', 'hierarchy', 'alternates'],
  },
  readSpot,
  toPlace(row) {
    const [address] = Array.isArray(row.addresses) ? row.addresses : []
    const codes = listCodes(row)
    return {
      id: text(row.id),
      name: text(inside(row.names, 'primary')),
      category: categoryOfCodes(codes) ?? codes[0] ?? '',
      street: text(inside(address, 'freeform')),
      city: text(inside(address, 'locality')),
      // Regions are written as in ISO 3166-2, such as US-OR.
      state: text(inside(address, 'region')).replace(/^[A-Z]{2}-/, ''),
      postal_code: text(inside(address, 'postcode')),
      country: text(inside(address, 'country')),
      phone: texts(row.phones).join(';'),
      website: texts(row.websites)[0] ?? '',
      email: texts(row.emails)[0] ?? '',
      ...profilesIn(texts(row.socials)),
      status: text(row.operating_status),
      ...readSpot(row),
    }
  },
}

const FOURSQUARE: Layout = {
  name: 'Foursquare OS Places',
  needs: ['fsq_place_id', 'name'],
  reads: {
    ...wholeColumns(
      'fsq_place_id',
      'name',
      'latitude',
      'longitude',
      'address',
      'locality',
      'region',
      'postcode',
    ),
    ...wholeColumns('country', 'tel', 'website', 'email', 'fsq_category_labels', 'date_closed'),
    ...wholeColumns('facebook_id', 'instagram', 'twitter'),
  },
  readSpot: ({ latitude, longitude }) => ({ lat: text(latitude), lon: text(longitude) }),
  toPlace(row) {
    const labels = texts(row.fsq_category_labels)
    return {
      id: text(row.fsq_place_id),
      name: text(row.name),
      // Paths such as "Dining and Drinking > Restaurant".
      category: labels.find((label) => resolveCategory(label)) ?? labels[0] ?? '',
      street: text(row.address),
      city: text(row.locality),
      state: text(row.region),
      postal_code: text(row.postcode),
      country: text(row.country),
      phone: text(row.tel),
      website: text(row.website),
      email: text(row.email),
      facebook: text(row.facebook_id),
      instagram: text(row.instagram),
      x: text(row.twitter),
      lat: text(row.latitude),
      lon: text(row.longitude),
      status: row.date_closed ? 'closed' : '',
    }
  },
}

const LAYOUTS: readonly Layout[] = [FOURSQUARE, OVERTURE]

/** A row as a place, or why it is none. */
export function readRow(
  layout: Layout,
  row: ParquetRow,
): { kind: 'row'; row: RawPlace } | { kind: 'rejected'; reason: string } {
  const reason = layout.findProblem?.(row) ?? null
  return reason === null ? { kind: 'row', row: layout.toPlace(row) } : { kind: 'rejected', reason }
}

/** The layout matching a file's columns; null without one. */
export const findLayout = (columns: readonly string[]): Layout | null =>
  LAYOUTS.find(({ needs }) => needs.every((column) => columns.includes(column))) ?? null

/** Names of the layouts that are known. */
export const LAYOUT_NAMES = LAYOUTS.map(({ name }) => name)
