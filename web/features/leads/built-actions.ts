import type { ActionName } from '#contract/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'

/** Actions that this version offers; what is declared but not here is not shown. */
const BUILT: readonly ActionName[] = ['email-found', 'status', 'more-filters', 'search', 'csv', 'delete']

/** The actions of a list type that can be used, in the order of its declaration. */
export const builtActions = (type: ListTypeId): readonly ActionName[] =>
  LIST_TYPES[type].actions.filter((action) => BUILT.includes(action))
