import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { usePathParam } from './use-page-search.ts'

/** A list as in URLs: `local-12`. */
export interface ListRef {
  type: ListTypeId
  id: number
}

/** Names of list types in URLs, from the server at sign-in. */
let typeNames: ReadonlyMap<string, string> = new Map()

/**
 * Sets the list types. They are not imported, because their declarations are too large for the first screen.
 */
export function setListTypes(types: readonly { type: string; search_code: string }[]): void {
  typeNames = new Map(
    types.flatMap(({ type, search_code }): [string, string][] => [
      [type, type],
      [search_code, type],
    ]),
  )
}

/** Parses `{type}-{id}`; undefined for an unknown type or an invalid id. */
export function parseListRef(text: string): ListRef | undefined {
  const match = /^([a-z]+)-([1-9]\d{0,15})$/.exec(text)
  const label = match?.[1]
  // Until the list types are known, the server decides.
  const type = typeNames.size === 0 ? label : typeNames.get(label ?? '')
  const id = Number(match?.[2])
  return type !== undefined && Number.isSafeInteger(id) ? { type: type as ListTypeId, id } : undefined
}

/** A list's part of a URL: `local-12`. */
export const listRef = (type: string, id: number): string => `${type}-${id}`

/** The shortest URL of a lead. */
export const leadAddress = ({ type, id }: { type: string; id: number }, leadId: number): string =>
  `/saved-lists/${listRef(type, id)}?lead=${leadId}`

/** The list of the current URL (`/saved-lists/$listRef/...`), or undefined. */
export function useListRef(): ListRef | undefined {
  const text = usePathParam('listRef')
  return text === undefined ? undefined : parseListRef(text)
}
