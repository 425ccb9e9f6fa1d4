import type { Reply } from '#contract/core/endpoint.ts'
import { SOCIAL_LABELS } from '#contract/leads/place-fields.ts'
import type { previewImport } from '#contract/sources/corpus.ts'
import {
  FIELDS_OF_KIND,
  type ImportField,
  type ImportKind,
  REQUIRED_FIELDS_OF_KIND,
} from '#contract/sources/import-kinds.ts'
import type { PlaceFormatId } from '#contract/sources/place-formats.ts'
import { formatCount } from '#web/lib/format.ts'

export type Mapping = Partial<Record<ImportField, string>>

export const FIELD_LABELS: Record<ImportField, string> = {
  id: 'ID in the source',
  name: 'Name',
  category: 'Category',
  street: 'Street',
  city: 'City',
  state: 'State / region',
  house_number: 'House number',
  postal_code: 'Postal code',
  country: 'Country',
  phone: 'Phone',
  website: 'Website',
  email: 'Email',
  lat: 'Latitude',
  lon: 'Longitude',
  status: 'Business status',
  ...SOCIAL_LABELS,
  first_name: 'First name',
  last_name: 'Last name',
  position: 'Position',
  seniority: 'Seniority',
  department: 'Department',
  company: 'Company',
  linkedin_url: 'LinkedIn',
  github_url: 'GitHub',
  x_url: 'X',
  location: 'Location (one column)',
  keywords: 'Keywords',
}

/** Whether a field is required by itself; of some groups, one field is enough. */
export const isRequired = (kind: ImportKind, field: ImportField): boolean =>
  REQUIRED_FIELDS_OF_KIND[kind].some((group) => group.length === 1 && group[0] === field)

/** Required fields without a column; of a group of which one is enough, the first. */
export const missingFields = (mapping: Mapping, kind: ImportKind): ImportField[] =>
  REQUIRED_FIELDS_OF_KIND[kind].flatMap((group) =>
    group.some((field) => mapping[field]) ? [] : group.slice(0, 1),
  )

/** Maps a column to a field; an empty column removes the field. */
export function mapField(mapping: Mapping, field: ImportField, column: string): Mapping {
  const next = { ...mapping }
  if (column) next[field] = column
  else delete next[field]
  return next
}

/** The complete mapping: unmapped fields are listed as such, so that the server doesn't guess them. */
export const statedMapping = (mapping: Mapping, kind: ImportKind): Mapping =>
  Object.fromEntries(FIELDS_OF_KIND[kind].map((field) => [field, mapping[field] ?? '']))

/** Fields that a column is mapped to, for the header of the preview. */
export const listFields = (mapping: Mapping, column: string, kind: ImportKind): ImportField[] =>
  FIELDS_OF_KIND[kind].filter((field) => mapping[field] === column)

const DELIMITER_LABELS: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
}

const delimiterLabel = (delimiter: string): string => DELIMITER_LABELS[delimiter] ?? `“${delimiter}”`

const FORMAT_LABELS: Record<PlaceFormatId, string> = {
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

/** Summary of the uploaded file. */
export function fileLabels({ format, layout, columns, delimiter }: Preview): string {
  if (layout !== null) return `${layout}, no columns to map`
  const parted = delimiter === null ? '' : `, separated by ${delimiterLabel(delimiter)}`
  return `${FORMAT_LABELS[format]}, ${formatCount(columns.length, 'column')}${parted}`
}

/** Heading of a column: its own name or, for a known layout, the field's. */
export const columnLabels = ({ layout }: Preview, column: string): string =>
  layout === null ? column : (FIELD_LABELS[column as ImportField] ?? column)

/** Whether all required fields are mapped; a known layout needs no mapping. */
export const isMapped = (preview: Preview, mapping: Mapping, kind: ImportKind): boolean =>
  preview.layout !== null || missingFields(mapping, kind).length === 0
