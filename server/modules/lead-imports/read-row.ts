import type { CellProblem } from '#contract/lead-imports.ts'
import type { FieldDefinition } from '#contract/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { ownDomain } from '#server/modules/normalise/index.ts'
import { isNamePart } from './fields.ts'
import { readCell } from './read-cell.ts'

/** Which column, by its number and name, feeds which field. */
export interface PlannedCell {
  at: number
  column: string
  field: FieldDefinition
}

/** How the rows of one file are read. */
export interface RowPlan {
  type: ListTypeId
  /** The country's cell comes first: phones are read by it. */
  cells: PlannedCell[]
  /** Country of phone numbers whose row has none. */
  country: string | null
  /** Values that stand in for cells, by row and column. */
  fixes: ReadonlyMap<number, ReadonlyMap<string, string>>
  dropped: ReadonlySet<number>
  rest: 'empty' | 'drop'
}

export type Values = Record<string, string | number>

/** What a row says, or why it is left out. */
export type RowResult =
  | { values: Values; problems: CellProblem[] }
  | { reason: string; problems: CellProblem[] }

export const WITHOUT_IDENTITY =
  'The row needs a name with a company or domain, or a website, a LinkedIn URL or an email'
const BY_HAND = 'Left out by hand'

/** The text as it can be shown beside its problem. */
const shown = (text: string): string => (text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text)

/** Makes a plan; the country is read before anything that depends on it. */
export function planRows(
  plan: Omit<RowPlan, 'fixes' | 'dropped'> & {
    fixes: readonly { row: number; column: string; value: string }[]
    dropped: readonly number[]
  },
): RowPlan {
  const fixes = new Map<number, Map<string, string>>()
  for (const { row, column, value } of plan.fixes) {
    const ofRow = fixes.get(row) ?? new Map<string, string>()
    fixes.set(row, ofRow.set(column, value))
  }
  const isCountry = ({ field }: PlannedCell) => field.kind === 'country'
  return {
    ...plan,
    cells: [...plan.cells.filter(isCountry), ...plan.cells.filter((cell) => !isCountry(cell))],
    fixes,
    dropped: new Set(plan.dropped),
  }
}

/** First and last name become the name where the list type has only that and no column says it. */
function joinName(type: ListTypeId, values: Values): void {
  const parts = ['first_name', 'last_name'].filter((name) => isNamePart(type, name))
  const name = parts.flatMap((part) => values[part] ?? []).join(' ')
  for (const part of parts) delete values[part]
  if (name !== '' && values.name === undefined) values.name = name
}

const hasField = (type: ListTypeId, name: string) =>
  LIST_TYPES[type].fields.some((field) => field.name === name)

/** The domain follows from the website, or where leads are addresses from the address. */
function addDomain(type: ListTypeId, values: Values): void {
  if (values.domain !== undefined || !hasField(type, 'domain')) return
  const host = values.website ?? (type === 'single' ? values.email : undefined)
  const domain = host === undefined ? null : ownDomain(String(host).replace(/^[^/]*@/, ''))
  if (domain) values.domain = domain
}

/** Whether a row says enough to know whom it means. A business's own name is its company's. */
function isKnown(
  type: ListTypeId,
  { name, company, domain, website, linkedin_url, email, handle }: Values,
): boolean {
  if (website ?? linkedin_url ?? email ?? handle) return true
  return name !== undefined && (type === 'local' || company !== undefined || domain !== undefined)
}

/** Reads a row: values in the form of their fields, and what is wrong with which cell. */
export function readRow(plan: RowPlan, row: number, cells: readonly string[]): RowResult {
  const problems: CellProblem[] = []
  if (plan.dropped.has(row)) return { reason: BY_HAND, problems }
  const values: Values = {}
  const fixed = plan.fixes.get(row)
  for (const { at, column, field } of plan.cells) {
    const raw = fixed?.get(column) ?? cells[at] ?? ''
    if (raw === '') continue
    const country = typeof values.country === 'string' ? values.country : plan.country
    const read = readCell(field, raw, { country })
    if ('problem' in read)
      problems.push({ row, column, field: field.name, value: shown(raw), problem: read.problem })
    else if (read.value !== null) values[field.name] = read.value
  }
  joinName(plan.type, values)
  addDomain(plan.type, values)
  if (problems.length > 0 && plan.rest === 'drop')
    return { reason: problems.map(({ column, problem }) => `${column}: ${problem}`).join('; '), problems }
  return isKnown(plan.type, values) ? { values, problems } : { reason: WITHOUT_IDENTITY, problems }
}
