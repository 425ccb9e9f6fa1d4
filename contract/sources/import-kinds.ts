import { PLACE_FIELDS, type PlaceField } from '../leads/place-fields.ts'
import { PERSON_FIELDS, type PersonField } from './person-fields.ts'
import type { PlaceFormatId } from './place-formats.ts'

/** What the records of an imported file are. */
export const IMPORT_KINDS = ['places', 'people'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export type ImportField = PlaceField | PersonField

/** Fields that a column can be mapped to, by kind. */
export const FIELDS_OF_KIND: Record<ImportKind, readonly ImportField[]> = {
  places: PLACE_FIELDS,
  people: PERSON_FIELDS,
}

/** Every field of any kind, each once. */
export const IMPORT_FIELDS = [...new Set<ImportField>([...PLACE_FIELDS, ...PERSON_FIELDS])] as [
  ImportField,
  ...ImportField[],
]

/** Fields without which no row can be imported; of those in one group, any one will do. */
export const REQUIRED_FIELDS_OF_KIND: Record<ImportKind, readonly (readonly ImportField[])[]> = {
  places: [['id'], ['name']],
  people: [['name', 'first_name', 'last_name']],
}

/** Formats that people are read from: those whose columns are mapped. */
export const PEOPLE_FORMATS: readonly PlaceFormatId[] = ['csv', 'ndjson']
