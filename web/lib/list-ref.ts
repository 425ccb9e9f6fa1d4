import type { ListTypeId, ListTypeWord } from '#contract/list-types/index.ts'
import { usePathParam } from './use-page-search.ts'

/** Every word an address may use, with the type it means. Typed, so a new type is missed by the compiler, not by users. */
const CANONICAL: Record<ListTypeWord, ListTypeId> = {
  local: 'local',
  industry: 'local',
  people: 'people',
  single: 'single',
  influencer: 'influencer',
}

/** A list as addresses name it: `local-12`. */
export interface ListRef {
  type: ListTypeId
  id: number
}

/** Reads `{type}-{id}`; undefined when the type is unknown or the id is not a positive whole number. */
export function parseListRef(text: string): ListRef | undefined {
  const match = /^([a-z]+)-([1-9]\d{0,15})$/.exec(text)
  const word = match?.[1] ?? ''
  const id = Number(match?.[2])
  if (!Object.hasOwn(CANONICAL, word) || !Number.isSafeInteger(id)) return undefined
  return { type: CANONICAL[word as ListTypeWord], id }
}

/** Writes a list's part of an address: `local-12`. */
export const listRef = (type: string, id: number): string => `${type}-${id}`

/** The list of the present address (`/saved-lists/$listRef/...`), or undefined when it names none. */
export function useListRef(): ListRef | undefined {
  const text = usePathParam('listRef')
  return text === undefined ? undefined : parseListRef(text)
}
