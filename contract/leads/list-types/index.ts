import type { FieldDefinition, LeadSubject, ListTypeDefinition } from './define.ts'
import { influencer } from './influencer.ts'
import { local } from './local.ts'
import { people } from './people.ts'
import { single } from './single.ts'

/** Every list type, in display order. A new one is one declaration and one line here. */
const DEFINITIONS = [local, people, single, influencer] as const

export type { LeadSubject }
export type ListTypeId = (typeof DEFINITIONS)[number]['id']
export const LIST_TYPES = Object.fromEntries(DEFINITIONS.map((type) => [type.id, type])) as Record<
  ListTypeId,
  ListTypeDefinition & { id: ListTypeId }
>
export const LIST_TYPE_IDS = DEFINITIONS.map(({ id }) => id) as [ListTypeId, ...ListTypeId[]]

/** Names accepted in a path or body: canonical ids and the spec's search type codes. */
export type ListTypeName = ListTypeId | (typeof DEFINITIONS)[number]['searchCode']
const byName = new Map<string, ListTypeId>(
  DEFINITIONS.flatMap(({ id, searchCode }) => [
    [id, id],
    [searchCode, id],
  ]),
)
export const LIST_TYPE_NAMES = [...byName.keys()] as [ListTypeName, ...ListTypeName[]]

/** The definition for an accepted name. */
export const canonicalListType = (typeName: ListTypeName): ListTypeId => byName.get(typeName) as ListTypeId

/** All fields of a list type: declared and custom ones. */
export const listFields = (type: ListTypeId, custom: readonly FieldDefinition[] = []): FieldDefinition[] => [
  ...LIST_TYPES[type].fields,
  ...custom,
]

export const leadSubject = (type: ListTypeId): LeadSubject => LIST_TYPES[type].subject

/** A declared field of a list type, or undefined. */
export const findField = (type: ListTypeId, name: string): FieldDefinition | undefined =>
  LIST_TYPES[type].fields.find((field) => field.name === name)
