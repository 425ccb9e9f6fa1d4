import type { FilterOperator } from '#contract/core/constants.ts'
import { readArea } from '#contract/leads/area.ts'
import type { Condition, FilterGroup } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { distanceLabel } from '#web/lib/distance.ts'
import { formatPercent } from '#web/lib/format.ts'
import { findField } from '#web/lib/list-fields.ts'
import { EMPTY_QUERY, type GridQuery, refine } from '../grid-query.ts'
import { areaLabel } from './area-filter.ts'

/** State of a facet value in the query. */
export type FacetMode = 'include' | 'exclude' | 'off'

/** Operators of facets: a value, and the absence of any value. */
const VALUE_OPERATOR = { include: 'like', exclude: 'not like' } as const
const ABSENCE_OPERATOR = { include: 'empty', exclude: 'not empty' } as const

const readValues = (condition: Condition): string[] => {
  const { value } = condition
  if (Array.isArray(value)) return value
  return value === undefined ? [] : [String(value)]
}

/** A facet stores its values as an array; a plain text is a hand-written condition. */
const isFacetCondition = (condition: Condition, field: string, operator: FilterOperator): boolean =>
  condition.field === field && condition.operator === operator && Array.isArray(condition.value)

/** Whether the value (null: no value) is included, excluded or neither. */
export function facetMode(query: GridQuery, field: string, value: string | null): FacetMode {
  for (const mode of ['include', 'exclude'] as const) {
    const found = query.custom_search.some((condition) =>
      value === null
        ? condition.field === field && condition.operator === ABSENCE_OPERATOR[mode]
        : isFacetCondition(condition, field, VALUE_OPERATOR[mode]) && readValues(condition).includes(value),
    )
    if (found) return mode
  }
  return 'off'
}

const withoutValue = (conditions: Condition[], field: string, value: string): Condition[] =>
  conditions.flatMap((condition) => {
    const facet = isFacetCondition(condition, field, 'like') || isFacetCondition(condition, field, 'not like')
    if (!facet) return [condition]
    const rest = readValues(condition).filter((item) => item !== value)
    return rest.length > 0 ? [{ ...condition, value: rest }] : []
  })

const isAbsence = (condition: Condition, field: string): boolean =>
  condition.field === field && (condition.operator === 'empty' || condition.operator === 'not empty')

function withValue(conditions: Condition[], field: string, value: string, mode: 'include' | 'exclude') {
  const operator = VALUE_OPERATOR[mode]
  const existing = conditions.find((condition) => isFacetCondition(condition, field, operator))
  if (!existing) return [...conditions, { field, operator, value: [value] }]
  return conditions.map((condition) =>
    condition === existing ? { ...condition, value: [...readValues(condition), value] } : condition,
  )
}

/**
 * Sets one value of a facet. Included values are alternatives, so "no value" cannot be combined with them: including
 * either replaces the other.
 */
export function setFacet(query: GridQuery, field: string, value: string | null, mode: FacetMode): GridQuery {
  let conditions = query.custom_search
  if (value === null) {
    conditions = conditions.filter((condition) => !isAbsence(condition, field))
    if (mode === 'include') {
      conditions = conditions.filter((condition) => !isFacetCondition(condition, field, 'like'))
    }
    if (mode !== 'off') conditions = [...conditions, { field, operator: ABSENCE_OPERATOR[mode] }]
    return refine(query, { custom_search: conditions })
  }
  conditions = withoutValue(conditions, field, value)
  if (mode === 'include') {
    conditions = conditions.filter(
      (condition) => !(condition.field === field && condition.operator === 'empty'),
    )
  }
  if (mode !== 'off') conditions = withValue(conditions, field, value, mode)
  return refine(query, { custom_search: conditions })
}

/** Removes every sidebar condition of a field. */
export const clearField = (query: GridQuery, field: string): GridQuery =>
  refine(query, { custom_search: query.custom_search.filter((condition) => condition.field !== field) })

/** Number of included or excluded values of a field in the sidebar. */
export const activeCount = (query: GridQuery, field: string): number =>
  query.custom_search
    .filter((condition) => condition.field === field)
    .reduce((sum, condition) => sum + Math.max(1, readValues(condition).length), 0)

/** Labels of operators. */
const OPERATOR_LABELS: Record<FilterOperator, string> = {
  like: 'contains',
  'not like': 'does not contain',
  empty: 'is empty',
  'not empty': 'has a value',
  lower: 'is less than',
  greater: 'is greater than',
  is_verified: 'is verified',
  area: 'is in the area',
}

/** Date operators have labels of time. */
export const operatorLabel = (type: ListTypeId, field: string, operator: FilterOperator): string => {
  if (findField(type, field)?.kind !== 'date') return OPERATOR_LABELS[operator]
  if (operator === 'lower') return 'is before'
  return operator === 'greater' ? 'is after' : OPERATOR_LABELS[operator]
}

/** Label of a coded value, e.g. of a category; the value itself if unknown. */
export type ValueLabel = (field: string, value: string) => string

/** One condition in words: "City: Portland or Salem". */
export function describeCondition(type: ListTypeId, condition: Condition, label: ValueLabel): string {
  const area = condition.operator === 'area' && readArea(condition.value)
  if (area) return areaLabel(area)
  const name = findField(type, condition.field)?.label ?? condition.field
  const kind = findField(type, condition.field)?.kind
  const values = readValues(condition).map((value) => {
    if (kind === 'distance') return distanceLabel(Number(value))
    return kind === 'rate' ? formatPercent(Number(value)) : label(condition.field, value)
  })
  if (Array.isArray(condition.value)) {
    const shown = values.length > 3 ? [...values.slice(0, 3), `${values.length - 3} more`] : values
    return `${name}: ${condition.operator === 'not like' ? 'not ' : ''}${shown.join(' or ')}`
  }
  const operatorText = operatorLabel(type, condition.field, condition.operator)
  return [name, operatorText, ...values].join(' ')
}

/** Labels of the email filter. */
export const EMAIL_FILTER_LABELS: Record<GridQuery['withEmail'], string> = {
  [-1]: 'All',
  1: 'Found',
  2: 'Potential',
  0: 'Not found',
}

/** Labels of the sent filter. */
export const SENT_FILTER_LABELS: Record<GridQuery['sent'], string> = { 0: 'All', 1: 'Sent', 2: 'Not sent' }

/** A removable filter. */
export interface FilterChip {
  id: string
  text: string
  /** The query without it. */
  without: GridQuery
}

type Rule = Condition | FilterGroup

const makeGroup = (and: Rule[], or: Rule[]): FilterGroup | null =>
  and.length + or.length === 0 ? null : { ...(and.length > 0 && { and }), ...(or.length > 0 && { or }) }

/** Parts of a group that can be removed alone, each with the group without it; alternatives are one part. */
function splitGroup({ and = [], or = [] }: FilterGroup): { rule: Rule; rest: FilterGroup | null }[] {
  const [first, ...others] = or
  return [
    ...and.map((rule) => ({
      rule,
      rest: makeGroup(
        and.filter((other) => other !== rule),
        or,
      ),
    })),
    ...(first ? [{ rule: others.length > 0 ? { or } : first, rest: makeGroup(and, []) }] : []),
  ]
}

/** In how many parts a filter of the builder is shown; all alternatives together are one. */
export const countParts = (filter: FilterGroup | null): number => (filter ? splitGroup(filter).length : 0)

/** A rule in words; a group within a group is in brackets. */
function describeRule(type: ListTypeId, rule: Rule, label: ValueLabel): string {
  if ('field' in rule) return describeCondition(type, rule, label)
  const { and = [], or = [] } = rule
  const isEither = and.length === 0
  const rules = isEither ? or : splitGroup(rule).map((part) => part.rule)
  return rules
    .map((one) => {
      const text = describeRule(type, one, label)
      return 'field' in one || rules.length === 1 ? text : `(${text})`
    })
    .join(isEither ? ' or ' : ' and ')
}

/** All active filters, one chip each, in sidebar order; `nameRule` has a shorter text for some rules. */
export function filterChips(
  type: ListTypeId,
  query: GridQuery,
  label: ValueLabel,
  nameRule?: (rule: Rule) => string | undefined,
): FilterChip[] {
  const chips: FilterChip[] = []
  const add = (id: string, text: string, change: Partial<GridQuery>) =>
    chips.push({ id, text, without: refine(query, change) })
  if (query.search.trim()) add('search', `“${query.search.trim()}”`, { search: '', search_type: 'contain' })
  if (query.withEmail !== EMPTY_QUERY.withEmail) {
    add('email', `Email: ${EMAIL_FILTER_LABELS[query.withEmail].toLowerCase()}`, { withEmail: -1 })
  }
  if (query.sent !== EMPTY_QUERY.sent) add('sent', SENT_FILTER_LABELS[query.sent], { sent: 0 })
  if (query.startDate) add('from', `Added from ${query.startDate}`, { startDate: null })
  if (query.endDate) add('to', `Added until ${query.endDate}`, { endDate: null })
  query.custom_search.forEach((condition, index) => {
    add(`condition-${index}`, describeCondition(type, condition, label), {
      custom_search: query.custom_search.filter((_other, other) => other !== index),
    })
  })
  const { filter } = query
  if (filter)
    splitGroup(filter).forEach(({ rule, rest }, index) => {
      add(`rule-${index}`, nameRule?.(rule) ?? describeRule(type, rule, label), { filter: rest })
    })
  return chips
}
