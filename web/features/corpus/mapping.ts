import type { previewImport } from '#contract/corpus.ts'
import type { Reply } from '#contract/endpoint.ts'
import { PLACE_FIELDS, type PlaceField, SOCIAL_LABELS } from '#contract/place-fields.ts'
import type { PlaceFormatId } from '#contract/place-formats.ts'
import { formatCount } from '#web/lib/format.ts'

export type Mapping = Partial<Record<PlaceField, string>>

/** What people read for a field of a place. */
export const FIELD_LABELS: Record<PlaceField, string> = {
  id: 'Id in the source',
  name: 'Name',
  category: 'Category',
  street: 'Street',
  city: 'City',
  state: 'State / region',
  postal_code: 'Postal code',
  country: 'Country',
  phone: 'Phone',
  website: 'Website',
  email: 'Email',
  lat: 'Latitude',
  lon: 'Longitude',
  status: 'Business status',
  ...SOCIAL_LABELS,
}

/** Fields without which no row can be imported. */
export const REQUIRED_FIELDS: readonly PlaceField[] = ['id', 'name']

/** Required fields that no column feeds yet. */
export const missingFields = (mapping: Mapping): PlaceField[] =>
  REQUIRED_FIELDS.filter((field) => !mapping[field])

/** Feeds a field from a column; an empty column takes the field out. */
export function mapField(mapping: Mapping, field: PlaceField, column: string): Mapping {
  const next = { ...mapping }
  if (column) next[field] = column
  else delete next[field]
  return next
}

/** The whole mapping as the server takes it: a field in no column is said to be in none, so that none is guessed. */
export const statedMapping = (mapping: Mapping): Mapping =>
  Object.fromEntries(PLACE_FIELDS.map((field) => [field, mapping[field] ?? '']))

/** Fields a column feeds, for the head of the preview. */
export const fieldsOf = (mapping: Mapping, column: string): PlaceField[] =>
  PLACE_FIELDS.filter((field) => mapping[field] === column)

const DELIMITER_WORDS: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
}

/** A delimiter in words. */
const delimiterWords = (delimiter: string): string => DELIMITER_WORDS[delimiter] ?? `“${delimiter}”`

const FORMAT_WORDS: Record<PlaceFormatId, string> = {
  csv: 'CSV',
  ndjson: 'NDJSON',
  geojson: 'GeoJSON',
  'osm.pbf': 'OpenStreetMap PBF',
  parquet: 'Parquet',
}

type Preview = Pick<
  Reply<typeof previewImport>['data'],
  'format' | 'layout' | 'columns' | 'delimiter' | 'mapping'
>

/** What was found of a file, in one line. */
export function fileWords({ format, layout, columns, delimiter }: Preview): string {
  if (layout !== null) return `${layout}, no columns to map`
  const parted = delimiter === null ? '' : `, separated by ${delimiterWords(delimiter)}`
  return `${FORMAT_WORDS[format]}, ${formatCount(columns.length, 'column')}${parted}`
}

/** Head of a column: its own name, or where the layout is known, its field's. */
export const columnWords = ({ layout }: Preview, column: string): string =>
  layout === null ? column : (FIELD_LABELS[column as PlaceField] ?? column)

/** Whether a file's columns are all fed: what is known needs no mapping. */
export const isMapped = (preview: Preview, mapping: Mapping): boolean =>
  preview.layout !== null || missingFields(mapping).length === 0
