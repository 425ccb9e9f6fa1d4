import { FILTER_OPERATORS, type FilterOperator } from '#contract/core/constants.ts'
import { readArea, writeArea } from '#contract/leads/area.ts'
import type { Condition, FilterGroup } from '#contract/leads/leads.ts'
import { type FieldKind, OPERATORS_BY_KIND } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { readDaysAgo } from '#contract/leads/relative-day.ts'
import { findField } from '#web/lib/list-fields.ts'

export const MAX_RULES = 100
export const MAX_DEPTH = 5
const MAX_TEXT = 500
const MAX_VALUES = 200

/** Operators that compare with a value; the others need none. */
const NEEDS_VALUE: readonly FilterOperator[] = ['like', 'not like', 'lower', 'greater', 'area']

export const needsValue = (operator: FilterOperator): boolean => NEEDS_VALUE.includes(operator)

/** Operators that a field of this list type supports; none when it cannot be filtered. */
export function listOperators(type: ListTypeId, field: string): readonly FilterOperator[] {
  const definition = findField(type, field)
  return definition?.filterable ? OPERATORS_BY_KIND[definition.kind] : []
}

/** True when the condition has the value that its operator needs. */
export function isComplete(condition: Condition): boolean {
  if (!needsValue(condition.operator)) return true
  const { value } = condition
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== ''
}

/** A real calendar day as YYYY-MM-DD, else null. */
export function readDay(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value) ? value : null
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= MAX_TEXT &&
  value.isWellFormed() &&
  !value.includes('\0')

/** A valid value for the operator and field type, or undefined. Numbers compare as numbers, dates as days. */
function readValue(operator: FilterOperator, kind: FieldKind, value: unknown): Condition['value'] {
  if (operator === 'area') {
    const area = readArea(value)
    return area ? writeArea(area) : undefined
  }
  if (operator === 'lower' || operator === 'greater') {
    if (kind === 'date') return readDay(value) ?? (readDaysAgo(value) === null ? undefined : String(value))
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined
  }
  if (Array.isArray(value)) {
    return value.length <= MAX_VALUES && value.every(isText) && value.length > 0 ? value : undefined
  }
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return isText(value) ? value : undefined
}

/** An untrusted condition, validated for the list type; null when invalid. */
export function readCondition(type: ListTypeId, raw: unknown): Condition | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null
  const { field, operator, value } = raw as Record<string, unknown>
  if (typeof field !== 'string' || !FILTER_OPERATORS.includes(operator as FilterOperator)) return null
  const known = operator as FilterOperator
  const definition = findField(type, field)
  if (!definition || !listOperators(type, field).includes(known)) return null
  if (!needsValue(known)) return { field, operator: known }
  const usable = readValue(known, definition.kind, value)
  return usable === undefined ? null : { field, operator: known, value: usable }
}

/** The valid conditions of an untrusted list, at most 100. */
export function readConditions(type: ListTypeId, raw: unknown): Condition[] {
  if (!Array.isArray(raw)) return []
  const read = raw.slice(0, MAX_RULES).map((item) => readCondition(type, item))
  return read.filter((condition) => condition !== null)
}

/** How many more rules and groups may be read, in the whole tree. */
interface Budget {
  rules: number
}

function readRules(type: ListTypeId, raw: unknown, depth: number, budget: Budget) {
  if (!Array.isArray(raw)) return undefined
  const rules: (Condition | FilterGroup)[] = []
  for (const item of raw.slice(0, MAX_RULES)) {
    if (budget.rules <= 0) break
    budget.rules -= 1
    const rule = readCondition(type, item) ?? readGroupAt(type, item, depth + 1, budget)
    if (rule) rules.push(rule)
    else budget.rules += 1
  }
  return rules.length > 0 ? rules : undefined
}

function readGroupAt(type: ListTypeId, raw: unknown, depth: number, budget: Budget): FilterGroup | null {
  if (depth > MAX_DEPTH || typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null
  const source = raw as Record<string, unknown>
  const and = readRules(type, source.and, depth, budget)
  const or = readRules(type, source.or, depth, budget)
  if (!and && !or) return null
  return { ...(and ? { and } : {}), ...(or ? { or } : {}) }
}

/**
 * An untrusted nested group: invalid rules and empty groups are dropped; null when nothing is left. `taken` rules
 * are elsewhere in the query: in total there may be 100.
 */
export const readGroup = (type: ListTypeId, raw: unknown, taken = 0): FilterGroup | null =>
  readGroupAt(type, raw, 1, { rules: MAX_RULES - 1 - taken })

/** Number of conditions in a group, at any depth. */
export const countRules = (group: FilterGroup | null): number =>
  [...(group?.and ?? []), ...(group?.or ?? [])].reduce(
    (sum, rule) => sum + ('field' in rule ? 1 : countRules(rule)),
    0,
  )
