import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ListType } from '#web/lib/session.ts'

/**
 * Searchable list types: those from sign-in, which the route guard uses as well; all declared types if they
 * could not be loaded.
 */
export function searchableTypes(
  allowed: readonly Pick<ListType, 'type' | 'label'>[],
): { id: ListTypeId; label: string }[] {
  if (allowed.length === 0) return LIST_TYPE_IDS.map((id) => ({ id, label: LIST_TYPES[id].label }))
  return allowed.flatMap(({ type, label }) => {
    const id = LIST_TYPE_IDS.find((known) => known === type)
    return id ? [{ id, label }] : []
  })
}
