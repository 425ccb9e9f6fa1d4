import { PLACE_FIELDS, type PlaceField } from '../leads/place-fields.ts'
import { PERSON_FIELDS, type PersonField } from './person-fields.ts'
import type { PlaceFormatId } from './place-formats.ts'

/** Kinds of records in an imported file. */
export const IMPORT_KINDS = ['places', 'people'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export type ImportField = PlaceField | PersonField

/** Fields that columns can be mapped to, by kind. */
export const FIELDS_OF_KIND: Record<ImportKind, readonly ImportField[]> = {
  places: PLACE_FIELDS,
  people: PERSON_FIELDS,
}

/** Every field of any kind, without duplicates. */
export const IMPORT_FIELDS = [...new Set<ImportField>([...PLACE_FIELDS, ...PERSON_FIELDS])] as [
  ImportField,
  ...ImportField[],
]

/** Required fields; any one of a group is enough. */
export const REQUIRED_FIELDS_OF_KIND: Record<ImportKind, readonly (readonly ImportField[])[]> = {
  places: [['id'], ['name']],
  people: [['name', 'first_name', 'last_name']],
}

/** Formats for people: those with mapped columns. */
export const PEOPLE_FORMATS: readonly PlaceFormatId[] = ['csv', 'ndjson']
