import type { FieldDefinition, ListTypeDefinition } from './define.ts'
import { influencer } from './influencer.ts'
import { local } from './local.ts'
import { people } from './people.ts'
import { single } from './single.ts'

export type ListTypeId = ListTypeDefinition['id']

/** Every list type, in the order screens show them. A fifth type is one more file here. */
export const LIST_TYPES: Record<ListTypeId, ListTypeDefinition> = { local, people, single, influencer }
export const LIST_TYPE_IDS = Object.keys(LIST_TYPES) as ListTypeId[]

/** Words accepted in a path or body: canonical ids and the spec's search type codes. */
export const LIST_TYPE_WORDS = ['local', 'industry', 'people', 'single', 'influencer'] as const
export type ListTypeWord = (typeof LIST_TYPE_WORDS)[number]

/** Canonical id of an accepted word: `industry` is `local`. */
export const canonicalListType = (word: ListTypeWord): ListTypeId => (word === 'industry' ? 'local' : word)

/** The declaration of one field of a list type, or undefined. */
export const fieldOf = (type: ListTypeId, name: string): FieldDefinition | undefined =>
  LIST_TYPES[type].fields.find((field) => field.name === name)
