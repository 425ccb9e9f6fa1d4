import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { Day } from '#contract/core/common.ts'
import { readArea } from '#contract/leads/area.ts'
import { EMAIL_NOT_CHECKED, type EmailState, NO_EMAIL } from '#contract/leads/email-states.ts'
import type { Condition, FilterGroup } from '#contract/leads/leads.ts'
import { type FieldDefinition, OPERATORS_BY_KIND } from '#contract/leads/list-types/define.ts'
import { readDaysAgo } from '#contract/leads/relative-day.ts'
import { folded, foldedText, phoneDigits } from '#server/platform/db/folded.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { invalidField } from '#server/platform/errors.ts'
import { isInArea } from './area-condition.ts'
import { hasAnyLabel, isLabelled } from './labels/label-conditions.ts'

export type LeadBuilder = ExpressionBuilder<Tables, 'lead'>
type Test = Expression<SqlBool>

/** Kinds whose single value means "is", not "contains", because their values come from a vocabulary. */
const CODED_KINDS = new Set(['choice', 'category', 'country'])

const MAX_DEPTH = 5
const MAX_RULES = 100

/** A field as SQL text: its promoted column, or its jsonb entry. */
export function textColumn(field: FieldDefinition): Expression<string | null> {
  if (field.column === 'added_at') return sql<string>`lead.added_at::text`
  if (field.column) return sql<string>`${sql.ref(`lead.${field.column}`)}::text`
  return sql<string>`(lead.fields ->> ${field.name})`
}

/** A field as a number; non-numeric values count as empty. */
export function numberColumn(field: FieldDefinition): Expression<number | null> {
  if (field.column === 'lat' || field.column === 'lon') return sql<number>`${sql.ref(`lead.${field.column}`)}`
  return sql<number>`(case when jsonb_typeof(lead.fields -> ${field.name}) = 'number' then (lead.fields ->> ${field.name})::double precision end)`
}

const UNCHECKED_STATE: EmailState = 'port25_unavailable'

/** The state of a lead without a verification result: `not_checked` or `no_email`; null for every other lead. */
export const withoutEmailResult = sql<string | null>`(case
  when coalesce(lead.email, '') = '' then ${sql.lit(NO_EMAIL)}
  when coalesce(lead.email_state, ${sql.lit(UNCHECKED_STATE)}) = ${sql.lit(UNCHECKED_STATE)} then ${sql.lit(EMAIL_NOT_CHECKED)}
end)`

const isEmpty = (field: FieldDefinition): Test =>
  field.kind === 'labels'
    ? sql<SqlBool>`not ${isLabelled()}`
    : sql<SqlBool>`coalesce(${textColumn(field)}, '') = ''`

/** Both sides are lowercased by the database: its rules differ from JavaScript's, for example in Greek. */
const lower = (text: string) => sql<string>`lower(${text}::text)`

function isLike(field: FieldDefinition, value: string | number | string[]): Test {
  if (field.kind === 'labels') return hasAnyLabel([value].flat().map(String))
  if (field.name === 'email_state') {
    const states = [value].flat().map((state) => String(state).toLowerCase())
    return sql<SqlBool>`(lower(lead.email_state) = any(${states}::text[]) or ${withoutEmailResult} = any(${states}::text[]))`
  }
  const text = sql<string>`lower(${textColumn(field)})`
  if (Array.isArray(value))
    return sql<SqlBool>`${text} = any(array(select lower(v) from unnest(${value}::text[]) as v))`
  if (CODED_KINDS.has(field.kind)) return sql<SqlBool>`${text} = ${lower(String(value))}`
  const contains = sql<SqlBool>`${folded(textColumn(field))} like ${foldedText(containing(String(value)))}`
  const digits = field.kind === 'phone' ? phoneDigits(String(value)) : null
  return digits === null ? contains : sql<SqlBool>`(${contains} or ${text} like ${containing(digits)})`
}

/** A day of a condition as SQL text; null for what is none. One that moves counts days of UTC, as `resolveDay` does. */
function dayText(value: unknown): Expression<string> | null {
  const days = readDaysAgo(value)
  if (days !== null)
    return sql<string>`to_char((now() at time zone 'UTC')::date - ${days}::int, 'YYYY-MM-DD')`
  const day = Day.safeParse(value)
  return day.success ? sql<string>`${day.data}::text` : null
}

/** Whether a date is before a day starts, or after it ends, in the account's time zone. Custom fields store dates as YYYY-MM-DD. */
function compareDay(
  field: FieldDefinition,
  operator: 'lower' | 'greater',
  day: Expression<string>,
  timeZone: string,
): Test {
  if (field.column !== 'added_at')
    return sql<SqlBool>`left(${textColumn(field)}, 10) ${sql.raw(operator === 'lower' ? '<' : '>')} ${day}`
  const [sign, shift] = operator === 'lower' ? [sql.raw('<'), 0] : [sql.raw('>='), 1]
  return sql<SqlBool>`lead.added_at ${sign} ((${day}::date + ${shift}::int)::timestamp at time zone ${timeZone})`
}

function compare(
  field: FieldDefinition,
  operator: 'lower' | 'greater',
  value: string | number | string[],
  path: string,
  timeZone: string,
): Test {
  if (field.kind === 'date') {
    const day = dayText(value)
    if (!day) throw invalidField(`${path}.value`, 'Enter a date as YYYY-MM-DD, or such as 90 days ago')
    return compareDay(field, operator, day, timeZone)
  }
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (Array.isArray(value) || !Number.isFinite(number)) throw invalidField(`${path}.value`, 'Enter a number')
  return sql<SqlBool>`${numberColumn(field)} ${sql.raw(operator === 'lower' ? '<' : '>')} ${number}`
}

function inArea(value: string | number | string[], path: string): Test {
  const area = readArea(value)
  if (!area)
    throw invalidField(`${path}.value`, 'Enter an area as circle:LAT,LON,KM or box:WEST,SOUTH,EAST,NORTH')
  return isInArea(area)
}

/**
 * One condition as SQL. `like` with one value means contains for free text and equals for coded values; with
 * several it means "is any of". `not like` also keeps leads without a value.
 * @throws AppError validation_failed with the path, when field, operator or value do not fit.
 */
function condition(
  rule: Condition,
  fields: readonly FieldDefinition[],
  path: string,
  timeZone: string,
): Test {
  const field = fields.find(({ name }) => name === rule.field)
  if (!field?.filterable) throw invalidField(`${path}.field`, `This list type has no filter "${rule.field}"`)
  if (!OPERATORS_BY_KIND[field.kind].includes(rule.operator)) {
    throw invalidField(
      `${path}.operator`,
      `${field.label} supports ${OPERATORS_BY_KIND[field.kind].join(', ')}`,
    )
  }
  if (rule.operator === 'empty') return isEmpty(field)
  if (rule.operator === 'not empty') return sql<SqlBool>`not ${isEmpty(field)}`
  if (rule.operator === 'is_verified') return sql<SqlBool>`lead.email_state = 'valid'`
  if (
    rule.value === undefined ||
    rule.value === '' ||
    (Array.isArray(rule.value) && rule.value.length === 0)
  ) {
    throw invalidField(`${path}.value`, 'Field is required')
  }
  if (rule.operator === 'area') return inArea(rule.value, path)
  if (rule.operator === 'like') return isLike(field, rule.value)
  if (rule.operator === 'not like') {
    const like = isLike(field, rule.value)
    // This is never null, and a database cluster cannot route a subselect within coalesce.
    return field.kind === 'labels' ? sql<SqlBool>`not ${like}` : sql<SqlBool>`not coalesce(${like}, false)`
  }
  return compare(field, rule.operator, rule.value, path, timeZone)
}

const isCondition = (rule: Condition | FilterGroup): rule is Condition => 'operator' in rule

/** Conditions and nested groups as SQL. Depth and number are limited to bound a filter's cost. */
export function buildConditions(eb: LeadBuilder, fields: readonly FieldDefinition[], timeZone: string) {
  let rules = 0

  function makeTest(rule: Condition | FilterGroup, path: string, depth: number): Test {
    rules += 1
    if (rules > MAX_RULES) throw invalidField(path, `A filter can have at most ${MAX_RULES} rules`)
    if (isCondition(rule)) return condition(rule, fields, path, timeZone)
    if (depth > MAX_DEPTH) throw invalidField(path, `Groups can be nested at most ${MAX_DEPTH} deep`)
    const all = (rule.and ?? []).map((item, index) => makeTest(item, `${path}.and.${index}`, depth + 1))
    const any = (rule.or ?? []).map((item, index) => makeTest(item, `${path}.or.${index}`, depth + 1))
    return eb.and(any.length > 0 ? [...all, eb.or(any)] : all)
  }

  return { one: (rule: Condition | FilterGroup, path: string) => makeTest(rule, path, 1) }
}
