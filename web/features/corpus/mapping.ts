import { PLACE_FIELDS, type PlaceField } from '#contract/place-fields.ts'

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
export const delimiterWords = (delimiter: string): string => DELIMITER_WORDS[delimiter] ?? `“${delimiter}”`
