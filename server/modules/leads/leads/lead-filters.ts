import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { EMAIL_FILTER, SENT_FILTER, type SearchMode } from '#contract/core/constants.ts'
import { STATES_OF_EMAIL_FILTER } from '#contract/leads/email-states.ts'
import { LeadFilters } from '#contract/leads/leads.ts'
import { type FieldDefinition, type FieldKind, NUMERIC_KINDS } from '#contract/leads/list-types/define.ts'
import { type ListTypeId, listFields } from '#contract/leads/list-types/index.ts'
import { readWhySort, type ServiceSignal } from '#contract/leads/services.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { collated, folded, foldedText, phoneDigits } from '#server/platform/db/folded.ts'
import { likeLiteral } from '#server/platform/db/like-pattern.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { invalidField } from '#server/platform/errors.ts'
import { countReasons } from './count-reasons.ts'
import { buildConditions, type LeadBuilder, numberColumn, textColumn } from './lead-conditions.ts'

type Test = Expression<SqlBool>

/** Values are separated by line feeds in the search column, so each mode is one pattern over one index. */
const PATTERNS: Record<SearchMode, (text: string) => string> = {
  contain: (text) => `%${text}%`,
  start: (text) => `%\n${text}%`,
  exact: (text) => `%\n${text}\n%`,
}

/** For a phone as the screen shows it, or without its country code. */
const PHONE_PATTERNS: Record<SearchMode | 'end', (digits: string) => string> = {
  contain: (digits) => `%${digits}%`,
  start: (digits) => `%\n+${digits}%`,
  exact: (digits) => `%\n+${digits}\n%`,
  end: (digits) => `%${digits}\n%`,
}
/** Its index is over this expression. */
const SEARCHED = folded(sql`lead.search`)

function textSearch(search: string, mode: SearchMode): Test | null {
  const text = search.replace(/\s+/g, ' ').trim()
  if (!text) return null
  const found = foldedText(PATTERNS[mode](likeLiteral(text)))
  const digits = phoneDigits(text)
  if (digits === null) return sql<SqlBool>`${SEARCHED} like ${found}`
  const phone = PHONE_PATTERNS[text.startsWith('+') ? mode : mode === 'exact' ? 'end' : 'contain'](digits)
  return sql<SqlBool>`(${SEARCHED} like ${found} or ${SEARCHED} like ${phone})`
}

/** Each lead is exactly one of found, potentials found and not found; an unchecked email is a potential one. */
function emailFilter(value: number): Test | null {
  if (value === EMAIL_FILTER.all) return null
  const among = sql<SqlBool>`coalesce(lead.email_state, 'unknown') = any(${[...(STATES_OF_EMAIL_FILTER[value] ?? [])]}::text[])`
  if (value === EMAIL_FILTER.notFound) return sql<SqlBool>`(lead.email is null or ${among})`
  return sql<SqlBool>`(lead.email is not null and ${among})`
}

const dayStart = (day: string, shiftDays: number, timeZone: string) =>
  sql<Date>`((${day}::date + ${shiftDays}::int)::timestamp at time zone ${timeZone})`

/** What the filters test apart from the view. `skipField` omits like / not like of one field. */
function testsOf(
  eb: LeadBuilder,
  fields: readonly FieldDefinition[],
  filters: LeadFilters,
  timeZone: string,
  skipField?: string,
): Test[] {
  const conditions = buildConditions(eb, fields, timeZone)
  const tests: (Test | null)[] = [
    filters.search ? textSearch(filters.search, filters.search_type) : null,
    emailFilter(filters.withEmail),
    filters.sent === SENT_FILTER.sent ? sql<SqlBool>`lead.sent_at is not null` : null,
    filters.sent === SENT_FILTER.notSent ? sql<SqlBool>`lead.sent_at is null` : null,
    filters.startDate ? sql<SqlBool>`lead.added_at >= ${dayStart(filters.startDate, 0, timeZone)}` : null,
    filters.endDate ? sql<SqlBool>`lead.added_at < ${dayStart(filters.endDate, 1, timeZone)}` : null,
    ...filters.custom_search.map((rule, index) =>
      rule.field === skipField && (rule.operator === 'like' || rule.operator === 'not like')
        ? null
        : conditions.one(rule, `custom_search.${index}`),
    ),
    filters.filter ? conditions.one(filters.filter, 'filter') : null,
  ]
  return tests.filter((test): test is Test => test !== null)
}

/**
 * All filters of a list page as one SQL expression (without account and list). `skipField` omits like / not like
 * of one field.
 */
export const filterExpression = (
  eb: LeadBuilder,
  fields: readonly FieldDefinition[],
  filters: LeadFilters,
  timeZone: string,
  skipField?: string,
): Expression<SqlBool> =>
  eb.and([
    filters.view === 'bin'
      ? sql<SqlBool>`lead.deleted_at is not null and lead.suppressed_by is null`
      : sql<SqlBool>`lead.deleted_at is null`,
    ...testsOf(eb, fields, filters, timeZone, skipField),
  ])

/** Whether all active leads of a list match, so that the list's own count is their number. */
export const matchesAllActive = (...[eb, fields, filters, timeZone]: Parameters<typeof testsOf>): boolean =>
  filters.view === 'active' && testsOf(eb, fields, filters, timeZone).length === 0

/** Kinds that are sorted as they are; others are sorted alphabetically, in the order of the reader's language. */
const UNCASED_KINDS = new Set<FieldKind>(['number', 'distance', 'rate', 'coordinate', 'date'])

/** The requested sort order: a sortable field; by default the order of arrival. */
export function sortOrder(
  fields: readonly FieldDefinition[],
  sort: string | null | undefined,
  { locale, reasons = [] }: { locale?: string | null; reasons?: readonly ServiceSignal[] } = {},
): { by: Expression<unknown>; descending: boolean; isRequired: boolean } | null {
  if (!sort) return null
  const descending = sort.startsWith('-')
  const requested = descending ? sort.slice(1) : sort
  const isWhy = readWhySort(sort) !== null
  const field = fields.find(({ name }) => name === (isWhy ? WHY_FIELD.name : requested))
  if (isWhy && field) return { by: countReasons(fields, reasons), descending, isRequired: false }
  if (!field?.sortable) throw invalidField('sort', `This list cannot be sorted by "${sort}"`)
  if (!field.column)
    return {
      by: NUMERIC_KINDS.includes(field.kind) ? numberColumn(field) : collated(textColumn(field), locale),
      descending,
      isRequired: false,
    }
  const column = sql.ref(`lead.${field.column}`)
  const by = UNCASED_KINDS.has(field.kind) ? column : collated(column, locale)
  return { by, descending, isRequired: field.column === 'added_at' }
}

/** Validates filters before they are stored. @throws AppError validation_failed when no list of this type supports them. */
export function checkLeadFilters(
  type: ListTypeId,
  filters: Partial<LeadFilters>,
  custom: readonly FieldDefinition[],
): void {
  const fields = listFields(type, custom)
  const whole = { ...LeadFilters.parse({}), ...filters }
  filterExpression(expressionBuilder<Tables, 'lead'>(), fields, whole, 'UTC')
  sortOrder(fields, filters.sort)
}
