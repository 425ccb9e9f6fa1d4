import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { usePathParam } from './use-page-search.ts'

/** A list as addresses name it: `local-12`. */
export interface ListRef {
  type: ListTypeId
  id: number
}

/** Words that an address may use for a list type, as the server told them at sign-in. */
let typeNames: ReadonlyMap<string, string> = new Map()

/** Says which list types there are. Told, not imported: their declarations are too large for the first screen. */
export function setListTypes(types: readonly { type: string; search_code: string }[]): void {
  typeNames = new Map(
    types.flatMap(({ type, search_code }): [string, string][] => [
      [type, type],
      [search_code, type],
    ]),
  )
}

/** Reads `{type}-{id}`; undefined when there is no such type or the id is not a positive whole number. */
export function parseListRef(text: string): ListRef | undefined {
  const match = /^([a-z]+)-([1-9]\d{0,15})$/.exec(text)
  const label = match?.[1]
  // While nobody has said which there are, the server decides.
  const type = typeNames.size === 0 ? label : typeNames.get(label ?? '')
  const id = Number(match?.[2])
  return type !== undefined && Number.isSafeInteger(id) ? { type: type as ListTypeId, id } : undefined
}

/** Writes a list's part of an address: `local-12`. */
export const listRef = (type: string, id: number): string => `${type}-${id}`

/** A lead beside its list, by the shortest address that leads to it. */
export const leadAddress = ({ type, id }: { type: string; id: number }, leadId: number): string =>
  `/saved-lists/${listRef(type, id)}?lead=${leadId}`

/** The list of the present address (`/saved-lists/$listRef/...`), or undefined when it names none. */
export function useListRef(): ListRef | undefined {
  const text = usePathParam('listRef')
  return text === undefined ? undefined : parseListRef(text)
}
