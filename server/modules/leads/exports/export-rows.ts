import type { EmailState } from '#contract/leads/email-states.ts'
import type { Headings } from '#contract/leads/export-templates.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { SIGNAL_IDS, WHY_FIELD } from '#contract/leads/signals.ts'
import { findAttribution } from '#contract/sources/attribution.ts'
import {
  fieldValue,
  findOrigin,
  type LEAD_COLUMNS,
  type LeadRow,
  OWN_FIELDS,
  partOfName,
  readable,
} from '#server/modules/leads/leads/index.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { invalidField } from '#server/platform/errors.ts'
import { createXlsx } from '#server/platform/xlsx/write-xlsx.ts'

/** Kinds that a spreadsheet cannot execute: digits, signs and dots only. Everything else is escaped. */
const SAFE_KINDS = new Set<FieldDefinition['kind']>([
  'phone',
  'number',
  'distance',
  'rate',
  'coordinate',
  'date',
])

/** Kinds whose values are codes with labels. */
const CODED_KINDS = new Set<FieldDefinition['kind']>(['category', 'country'])

/** Fields to export, in order: the chosen ones, or all exportable ones of the type. @throws AppError validation_failed. */
export function exportFields(
  known: readonly FieldDefinition[],
  columns: string[] | undefined,
): FieldDefinition[] {
  if (!columns) return known.filter((field) => field.exportable && !field.onDemand)
  return columns.map((name, index) => {
    const field = known.find((field) => field.name === name)
    if (!field?.exportable)
      throw invalidField(`columns.${index}`, `This list has no column "${name}" to export`)
    return field
  })
}

/** Attributes of the list that apply to all its leads. */
export interface ListDetails {
  tags: string[]
  lead_source: string | null
}

export interface ExportShape {
  fields: FieldDefinition[]
  provenance: boolean
  /** Adds page and words that show each signal. */
  evidence?: boolean
  list: ListDetails
  /** Column names in the file, by field. */
  headers?: Record<string, string>
  headings?: Headings
  /** Emails in other states are omitted. */
  emailStates?: readonly EmailState[]
  /** Type of a list whose names are written in parts. */
  namesOf?: ListTypeId
  /** What the column Why says of a lead. */
  why?: (lead: LeadRow) => string
}

/** @throws AppError validation_failed when it names a field that is not exported. */
export function checkHeaders(
  fields: readonly FieldDefinition[],
  headers: Record<string, string> | undefined,
): void {
  for (const name of Object.keys(headers ?? {}))
    if (!fields.some((field) => field.name === name))
      throw invalidField(`headers.${name}`, `This export has no column "${name}"`)
}

/** The state of a lead's email; unchecked is unknown. */
const readState = ({ email_state }: Pick<LeadRow, 'email_state'>) => (email_state ?? 'unknown') as EmailState

/** A column of the file: a field's value, or its source and date. */
interface Column {
  /** The field; its source and date columns have their own names. */
  name: string
  /** Its heading, unless the export has its own. */
  label: string
  guard: boolean
  cell(lead: LeadRow): string | number
}

/** Coded values repeat in nearly every row: their labels are resolved once per export. */
function valueLabels(field: FieldDefinition): (value: string | number) => string | number {
  const known = new Map<string | number, string | number>()
  return (value) => {
    const text = known.get(value) ?? readable(field, value) ?? value
    known.set(value, text)
    return text
  }
}

const isPart = (name: string): name is 'first_name' | 'last_name' =>
  name === 'first_name' || name === 'last_name'

function valueColumn(field: FieldDefinition, { emailStates, why, namesOf }: ExportShape): Column {
  const formatValue = CODED_KINDS.has(field.kind) ? valueLabels(field) : (value: string | number) => value
  return {
    name: field.name,
    label: field.kind === 'distance' ? `${field.label} (km)` : field.label,
    guard: !SAFE_KINDS.has(field.kind),
    cell(lead) {
      if (emailStates && field.name === 'email' && !emailStates.includes(readState(lead))) return ''
      if (namesOf && isPart(field.name)) return partOfName(lead, namesOf, field.name) ?? ''
      const value = field.name === WHY_FIELD.name ? (why?.(lead) ?? null) : fieldValue(lead, field)
      return value === null ? '' : formatValue(value)
    },
  }
}

/** Database columns that an export reads; loading the others would double the cost. */
export function columnsToRead(shape: ExportShape): (typeof LEAD_COLUMNS)[number][] {
  const promoted = shape.fields.flatMap((field) => (field.column ? [field.column] : []))
  const loose = shape.fields.some((field) => !field.column && field.kind !== 'labels')
  return [
    ...new Set<(typeof LEAD_COLUMNS)[number]>([
      'entity_id',
      ...promoted,
      ...(shape.emailStates ? ['email_state' as const] : []),
      ...(loose ? ['fields' as const] : []),
      ...(shape.namesOf ? ['name' as const] : []),
      ...(shape.provenance || shape.evidence ? ['provenance' as const] : []),
    ]),
  ]
}

/** Whether a row's labels must be loaded. */
export const readsLabels = (shape: ExportShape): boolean => shape.fields.some(({ kind }) => kind === 'labels')

const SIGNAL_NAMES: ReadonlySet<string> = new Set(SIGNAL_IDS)

/** The source of a lead's value; null without one. */
const originIn = (lead: LeadRow, field: FieldDefinition) =>
  fieldValue(lead, field) === null ? null : findOrigin(lead, field.name)

/** A column about a field. `used` are names and labels of exported fields: "First source" may be one. */
function nameColumn(field: FieldDefinition, part: string, used: ReadonlySet<string>) {
  const [name, label] = [`${field.name}_${part}`, `${field.label} ${part}`]
  return used.has(name) || used.has(label)
    ? { name: `${field.name}__${part}`, label: `${field.label} (${part})` }
    : { name, label }
}

/** What shows a signal: page and words. */
const evidenceColumns = (field: FieldDefinition, used: ReadonlySet<string>): Column[] => [
  { ...nameColumn(field, 'page', used), guard: true, cell: (lead) => originIn(lead, field)?.url ?? '' },
  { ...nameColumn(field, 'evidence', used), guard: true, cell: (lead) => originIn(lead, field)?.text ?? '' },
]

/** Source and date of a field's values. */
function originColumns(field: FieldDefinition, used: ReadonlySet<string>): Column[] {
  const known = (lead: LeadRow) => originIn(lead, field)
  const named = (part: 'source' | 'date') => nameColumn(field, part, used)
  return [
    {
      ...named('source'),
      guard: true,
      cell: (lead) => known(lead)?.source ?? '',
    },
    {
      ...named('date'),
      guard: false,
      cell: (lead) => known(lead)?.observed_at ?? '',
    },
  ]
}

/** Attribution of a lead's source, which must accompany the file. */
const LICENCE_COLUMNS: Column[] = [
  {
    name: 'data_licence',
    label: 'Data licence',
    guard: true,
    cell: ({ provenance }) => provenance.default.licence ?? '',
  },
  {
    name: 'data_attribution',
    label: 'Data attribution',
    guard: true,
    cell: ({ provenance: { default: origin } }) =>
      findAttribution(origin.source, origin.licence ?? null).text,
  },
]

const detailColumns = ({ tags, lead_source }: ListDetails): Column[] => [
  ...(tags.length > 0 ? [{ name: 'tags', label: 'Tags', guard: true, cell: () => tags.join(', ') }] : []),
  ...(lead_source
    ? [{ name: 'list_source', label: 'List source', guard: true, cell: () => lead_source }]
    : []),
]

const listColumns = (shape: ExportShape): Column[] => {
  const used = new Set(shape.fields.flatMap(({ name, label }) => [name, label]))
  return [
    ...shape.fields.flatMap((field) => [
      valueColumn(field, shape),
      // Our own columns about the row have no source.
      ...(shape.evidence && SIGNAL_NAMES.has(field.name) ? evidenceColumns(field, used) : []),
      ...(shape.provenance && !OWN_FIELDS.has(field.name) ? originColumns(field, used) : []),
    ]),
    ...detailColumns(shape.list),
    ...(shape.provenance ? LICENCE_COLUMNS : []),
  ]
}

/**
 * The header: the file's column names, else the fields' labels, or their names for scripts. With provenance `…
 * source` and `… date` follow each field, and licence and attribution of the row come last. A duplicate label,
 * such as a custom field's, is replaced by the field name.
 */
function makeHeader({ headers, headings }: ExportShape, columns: Column[]): string[] {
  const used = new Set<string>()
  return columns.map(({ name, label }) => {
    const header = headers && Object.hasOwn(headers, name) ? headers[name] : undefined
    const heading = header || (headings === 'fields' || used.has(label) ? name : label)
    used.add(heading)
    return heading
  })
}

/** Writes leads into chunks of a file, buffered by characters. */
export interface FileWriter {
  write(lead: LeadRow): void
  readonly waiting: number
  take(): string | Buffer
  end(): string | Buffer
}

/** A CSV file. Coded values (category, country) are written as labels. */
export function csvFile(shape: ExportShape, start: string): FileWriter {
  const columns = listColumns(shape)
  const guard = columns.map((column) => column.guard)
  // One row of cells reused for the whole file: a new one per lead would be half of an export's garbage.
  const cells: (string | number)[] = columns.map(() => '')
  const options = { guard }
  let piece = start + csvLine(makeHeader(shape, columns))
  const take = () => {
    const sent = piece
    piece = ''
    return sent
  }
  return {
    write(lead) {
      for (let at = 0; at < columns.length; at++) cells[at] = columns[at]!.cell(lead)
      piece += csvLine(cells, options)
    },
    get waiting() {
      return piece.length
    },
    take,
    end: take,
  }
}

/** An Excel workbook with the same cells as a CSV file. */
export function xlsxFile(shape: ExportShape): FileWriter {
  const columns = listColumns(shape)
  const xlsx = createXlsx()
  xlsx.row(makeHeader(shape, columns))
  return {
    write: (lead) => xlsx.row(columns.map((column) => column.cell(lead))),
    get waiting() {
      return xlsx.waiting
    },
    take: xlsx.take,
    end: xlsx.end,
  }
}
