import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { type CellProblem, ROW_FACTS } from '#contract/prospecting/lead-imports.ts'
import { cleanText, joinStreet, ownDomain } from '#server/modules/core/normalise/index.ts'
import { findRegion, regionsNamed } from '#server/modules/core/vocabulary/index.ts'
import type { ValueContext } from '#server/modules/leads/lead-edits/index.ts'
import { isNamePart } from './fields.ts'
import type { OptedOut } from './import-input.ts'
import { readCell } from './read-cell.ts'

/** Which column, by number and name, is read into which field. */
export interface PlannedCell {
  at: number
  column: string
  field: FieldDefinition
}

/** How a file's rows are read. */
export interface RowPlan {
  type: ListTypeId
  /** Country and state come first: phones depend on them. */
  cells: PlannedCell[]
  /** Country of phone numbers whose row has none. */
  country: string | null
  /** Corrections of cells, by row and column. */
  fixes: ReadonlyMap<number, ReadonlyMap<string, string>>
  dropped: ReadonlySet<number>
  rest: 'empty' | 'drop'
  /** Further columns of emails, phones and opt-outs: they fill an empty field, or say yes too. */
  spares: readonly PlannedCell[]
  optedOut: OptedOut
  /** Order of day and month in `03/04/2026`. */
  dateOrder: 'dmy' | 'mdy' | null
  /** Columns whose dots separate thousands. */
  dotted: ReadonlySet<number>
  /** Columns whose rates are percents, also without a sign. */
  percents: ReadonlySet<number>
}

export type Values = Record<string, string | number>

/** A row's content, or why it is rejected. */
export type RowResult =
  | { values: Values; problems: CellProblem[]; reason?: undefined }
  | { reason: string; problems: CellProblem[]; values?: Values }

const WITHOUT_IDENTITY =
  'A row needs a name with a company, domain, phone or profile, or a website, LinkedIn URL or email'
/** Rejected: the row itself says so. */
export const OPTED_OUT = 'The person has opted out'
const NOT_OPTED_OUT =
  /^(?:0|false|no|n|nein|non|nao|não|falsch|falso|faux|subscribed|active|opted in|opt in|abonniert|angemeldet|aktiv|inscrite?|abonnée?|suscrit[oa]|activ[oa]|inscrit[oa]|ativ[oa]|iscritt[oa]|attiv[oa])$/i
const SKIPPED_MANUALLY = 'Skipped manually'
/** Read before what depends on them. */
const FIRST = ['region', 'calling_code']
/** A longer text is not kept as an unparsed phone number. */
const LONGEST_PHONE = 100

/** The text shown beside its problem. */
const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text)

/** Creates a plan; the country is read before anything that depends on it. */
export function planRows(
  plan: Omit<RowPlan, 'fixes' | 'dropped' | 'dateOrder' | 'dotted' | 'percents' | 'spares' | 'optedOut'> & {
    optedOut?: OptedOut
    spares?: readonly PlannedCell[]
    dateOrder?: RowPlan['dateOrder']
    dotted?: readonly number[]
    percents?: readonly number[]
    fixes: readonly { row: number; column: string; value: string }[]
    dropped: readonly number[]
  },
): RowPlan {
  const fixes = new Map<number, Map<string, string>>()
  for (const { row, column, value } of plan.fixes) {
    const ofRow = fixes.get(row) ?? new Map<string, string>()
    fixes.set(row, ofRow.set(column, value))
  }
  // A number's country is read before the number.
  const rank = ({ field }: PlannedCell) => (field.kind === 'country' ? 0 : FIRST.includes(field.name) ? 1 : 2)
  return {
    ...plan,
    cells: plan.cells.toSorted((a, b) => rank(a) - rank(b)),
    fixes,
    dropped: new Set(plan.dropped),
    spares: plan.spares ?? [],
    optedOut: plan.optedOut ?? 'skip',
    dateOrder: plan.dateOrder ?? null,
    dotted: new Set(plan.dotted),
    percents: new Set(plan.percents),
  }
}

/** First and last name are joined where the list type has only the full name and no column has it. */
function joinName(type: ListTypeId, values: Values): void {
  const parts = ['first_name', 'last_name'].filter((name) => isNamePart(type, name))
  const name = parts.flatMap((part) => values[part] ?? []).join(' ')
  for (const part of parts) delete values[part]
  if (name !== '' && values.name === undefined) values.name = name
}

const hasField = (type: ListTypeId, name: string) =>
  LIST_TYPES[type].fields.some((field) => field.name === name)

/** A number beside its street becomes part of it. */
function addHouseNumber(values: Values, fallback: string | null): void {
  const { street, house_number } = values
  if (street !== undefined && house_number !== undefined)
    values.street = joinStreet(String(street), String(house_number), countryOfRow(values, fallback))
}

/** The domain is derived from the website, or from the email where leads are addresses. */
function addDomain(type: ListTypeId, values: Values): void {
  if (values.domain !== undefined || !hasField(type, 'domain')) return
  const host = values.website ?? (leadSubject(type) === 'address' ? values.email : undefined)
  const domain = host === undefined ? null : ownDomain(String(host).replace(/^[^/]*@/, ''))
  if (domain) values.domain = domain
}

/** Whether a row identifies its lead. A business's name is its company's. */
function isIdentified(
  type: ListTypeId,
  { name, company, domain, website, linkedin_url, email, handle, phone, github_url, x_url }: Values,
): boolean {
  if (website ?? linkedin_url ?? email ?? handle) return true
  const beside = company ?? domain ?? phone ?? github_url ?? x_url
  return name !== undefined && (leadSubject(type) === 'business' || beside !== undefined)
}

/** The country of a row's numbers: its own, from its state, or the import's default. */
function countryOfRow({ country, region, phone_country }: Values, fallback: string | null): string | null {
  if (typeof phone_country === 'string') return phone_country
  if (typeof country === 'string') return country
  if (typeof region !== 'string' || (fallback !== null && findRegion(region, fallback))) return fallback
  const named = [...new Set(regionsNamed(region).map((item) => item.country))]
  if (named.length === 1) return named[0] ?? null
  // Two letters are most likely a US state or a Canadian province.
  const byCode = /^[A-Z]{2}$/.test(region) ? ['US', 'CA'].find((text) => findRegion(region, text)) : undefined
  return fallback ?? byCode ?? null
}

/** Whether the row's opt-out column has a mark, a yes or a date. */
const hasOptedOut = ({ opted_out }: Values): boolean =>
  opted_out !== undefined && !NOT_OPTED_OUT.test(String(opted_out))

/** A cell parsed for its field. A phone without its calling code has that of the column beside it. */
function readPhoneOr({ calling_code }: Values, field: FieldDefinition, raw: string, context: ValueContext) {
  const code = /^\+?(\d{1,3})$/.exec(String(calling_code ?? ''))?.[1]
  if (field.kind === 'phone' && code && !/^\s*(?:\+|00)/.test(raw)) {
    const read = readCell(field, `+${code} ${raw.trim().replace(/^0/, '')}`, context)
    if ('value' in read && read.value !== null) return read
  }
  return readCell(field, raw, context)
}

/**
 * Fills an email or phone that its own column lacks, from the first further column with a readable one, and notes who
 * has opted out in any column. Returns a phone that none of them could read.
 */
function fillFromSpares(plan: RowPlan, row: number, cells: readonly string[], values: Values) {
  let unread: { cell: PlannedCell; raw: string; problem: string } | undefined
  for (const cell of plan.spares) {
    const { at, column, field } = cell
    const isMark = field.name === 'opted_out'
    if (isMark ? hasOptedOut(values) : values[field.name] !== undefined) continue
    const context = { country: countryOfRow(values, plan.country) }
    const raw = plan.fixes.get(row)?.get(column) ?? cells[at] ?? ''
    const read = readPhoneOr(values, field, raw, context)
    if ('problem' in read && field.kind === 'phone') unread ??= { cell, raw, problem: read.problem }
    if ('value' in read && read.value !== null) values[field.name] = read.value
  }
  return values.phone === undefined ? unread : undefined
}

/** Parses a row: normalized values, and problems by cell. */
export function readRow(plan: RowPlan, row: number, cells: readonly string[]): RowResult {
  const problems: CellProblem[] = []
  if (plan.dropped.has(row)) return { reason: SKIPPED_MANUALLY, problems }
  const values: Values = {}
  const fixed = plan.fixes.get(row)
  const addProblem = ({ column, field }: PlannedCell, raw: string, problem: string) => {
    const isKept = field.kind === 'phone' && raw.length <= LONGEST_PHONE && plan.rest === 'empty'
    const hasCountry = countryOfRow(values, plan.country) !== null
    if (isKept) values[field.name] = cleanText(raw)
    const kept_as = isKept ? (hasCountry ? 'unreadable' : 'needs_country') : null
    problems.push({ row, column, field: field.name, value: shorten(raw), problem, kept_as })
  }
  for (const cell of plan.cells) {
    const { at, column, field } = cell
    const raw = fixed?.get(column) ?? cells[at] ?? ''
    if (raw === '') continue
    const country = countryOfRow(values, plan.country)
    const { dateOrder, dotted, percents } = plan
    const forms = { dateOrder, dots: dotted.has(at), percent: percents.has(at) }
    const read = readPhoneOr(values, field, raw, { country, ...forms })
    if ('problem' in read) addProblem(cell, raw, read.problem)
    else if (read.value !== null) values[field.name] = read.value
  }
  const unread = fillFromSpares(plan, row, cells, values)
  if (unread) addProblem(unread.cell, unread.raw, unread.problem)
  if (hasOptedOut(values) && plan.optedOut !== 'import') return { reason: OPTED_OUT, problems, values }
  addHouseNumber(values, plan.country)
  for (const fact of Object.keys(ROW_FACTS)) delete values[fact]
  joinName(plan.type, values)
  addDomain(plan.type, values)
  if (problems.length > 0 && plan.rest === 'drop')
    return { reason: problems.map(({ column, problem }) => `${column}: ${problem}`).join('; '), problems }
  return isIdentified(plan.type, values) ? { values, problems } : { reason: WITHOUT_IDENTITY, problems }
}
