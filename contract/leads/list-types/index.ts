import type { FieldDefinition, LeadSubject, ListTypeDefinition } from './define.ts'
import { influencer } from './influencer.ts'
import { local } from './local.ts'
import { people } from './people.ts'
import { single } from './single.ts'

/** Every list type, in the order in which screens show them. A fifth one is one declaration and one line here. */
const DEFINITIONS = [local, people, single, influencer] as const

export type { LeadSubject }
export type ListTypeId = (typeof DEFINITIONS)[number]['id']
export const LIST_TYPES = Object.fromEntries(DEFINITIONS.map((type) => [type.id, type])) as Record<
  ListTypeId,
  ListTypeDefinition & { id: ListTypeId }
>
export const LIST_TYPE_IDS = DEFINITIONS.map(({ id }) => id) as [ListTypeId, ...ListTypeId[]]

/** Words accepted in a path or body: canonical ids and the spec's search type codes. */
export type ListTypeWord = ListTypeId | (typeof DEFINITIONS)[number]['searchCode']
const byWord = new Map<string, ListTypeId>(
  DEFINITIONS.flatMap(({ id, searchCode }) => [
    [id, id],
    [searchCode, id],
  ]),
)
export const LIST_TYPE_LABELS = [...byWord.keys()] as [ListTypeWord, ...ListTypeWord[]]

/** The same for an accepted word. */
export const canonicalListType = (word: ListTypeWord): ListTypeId => byWord.get(word) as ListTypeId

/** All fields of a list type: those declared, and those that the account has added. */
export const fieldsOf = (type: ListTypeId, custom: readonly FieldDefinition[] = []): FieldDefinition[] => [
  ...LIST_TYPES[type].fields,
  ...custom,
]

/** What one lead of a list type is. */
export const subjectOf = (type: ListTypeId): LeadSubject => LIST_TYPES[type].subject

/** The declaration of one field of a list type, or undefined. */
export const fieldOf = (type: ListTypeId, name: string): FieldDefinition | undefined =>
  LIST_TYPES[type].fields.find((field) => field.name === name)
