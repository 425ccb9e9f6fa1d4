import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ListType } from '#web/lib/session.ts'

/**
 * The list types that can be searched: those that the server told at sign-in, which the guard of the routes goes by,
 * too. All that are declared where it could not say.
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
