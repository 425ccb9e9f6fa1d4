import { ENRICH_ACTIONS, type EnrichAction } from '#contract/enrichment.ts'
import type { ActionName } from '#contract/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'

/** Actions that this version offers; what is declared but not here is not shown. */
const BUILT: readonly ActionName[] = [
  'email-found',
  'status',
  'more-filters',
  'search',
  'csv',
  'delete',
  ...ENRICH_ACTIONS,
]

/** The actions of a list type that can be used, in the order of its declaration. */
export const builtActions = (type: ListTypeId): readonly ActionName[] =>
  LIST_TYPES[type].actions.filter((action) => BUILT.includes(action))

/** The enrichments among some actions, in the order in which they are offered. */
export const enrichActions = (actions: readonly ActionName[]): EnrichAction[] =>
  ENRICH_ACTIONS.filter((action) => actions.includes(action))

/** Whether the leads of a type are companies, or come from their web sites: only then there is a tab for these. */
export const hasCompanies = (type: ListTypeId): boolean => LIST_TYPES[type].actions.includes('get-employees')
