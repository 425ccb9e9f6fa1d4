import type { Condition, FilterGroup } from '#contract/leads/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { needsService, readWhySort, type Service } from '#contract/leads/services.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { type GridQuery, refine } from '../grid-query.ts'

type Rule = Condition | FilterGroup

/** Whether leads of this type can need a service. */
export const hasReasons = (type: ListTypeId): boolean =>
  LIST_TYPES[type].fields.some(({ name }) => name === WHY_FIELD.name)

/** Those that leads of this type can need. */
export const servicesFor = (type: ListTypeId, services: readonly Service[]): Service[] =>
  services.filter((service) => needsService(service, type) !== null)

const textOf = (rule: Rule): string => JSON.stringify(rule)

/** The service of a rule that finds who needs it. A rule with one alternative may be there without its group. */
export const serviceOfRule = (
  type: ListTypeId,
  rule: Rule,
  services: readonly Service[],
): Service | undefined => {
  const text = textOf(rule)
  return services.find((service) => {
    const group = needsService(service, type)
    if (!group) return false
    return text === textOf(group) || (group.or?.length === 1 && text === textOf(group.or[0] as Rule))
  })
}

/** The service that the leads must need; undefined without such a filter. */
export function neededService(
  type: ListTypeId,
  query: GridQuery,
  services: readonly Service[],
): Service | undefined {
  const { filter } = query
  if (!filter) return undefined
  for (const rule of filter.and ?? []) {
    const service = serviceOfRule(type, rule, services)
    if (service) return service
  }
  return serviceOfRule(type, filter, services)
}

/** The filter without its parts about services. */
function withoutNeeds(
  type: ListTypeId,
  filter: FilterGroup | null,
  services: readonly Service[],
): FilterGroup | null {
  if (!filter || serviceOfRule(type, filter, services)) return null
  const and = (filter.and ?? []).filter((rule) => !serviceOfRule(type, rule, services))
  if (and.length === 0 && !filter.or) return null
  return { ...(and.length > 0 && { and }), ...(filter.or && { or: filter.or }) }
}

/** Only leads that need this service, those to which most reasons apply first; null shows all again. */
export function setNeeds(
  type: ListTypeId,
  query: GridQuery,
  service: Service | null,
  services: readonly Service[],
): GridQuery {
  const rest = withoutNeeds(type, query.filter, services)
  const sort = readWhySort(query.sort) === null ? query.sort : null
  const needs = service && needsService(service, type)
  if (!service || !needs) return refine(query, { filter: rest, sort })
  const filter = { ...rest, and: [...(rest?.and ?? []), needs] }
  return refine(query, { filter, sort: `-${WHY_FIELD.name}:${service.id}` })
}

/** Whose reasons the list shows: those of the service in its filter or order, else of all. */
export function whyService(type: ListTypeId, query: GridQuery, services: readonly Service[]): number | 'all' {
  const needed = neededService(type, query, services)
  if (needed) return needed.id
  const sorted = readWhySort(query.sort)
  return services.some(({ id }) => id === sorted) ? (sorted as number) : 'all'
}

/** An order without the service that it names, as columns know it. */
export const plainSort = (sort: string | null): string | null => sort?.replace(/:\d+$/, '') ?? null

/** The order for a click on a column: that by `why` counts what the column shows. */
export const sortFor = (sort: string | null, shown: number | 'all' | undefined): string | null =>
  sort !== null && readWhySort(sort) === 'all' && typeof shown === 'number' ? `${sort}:${shown}` : sort
