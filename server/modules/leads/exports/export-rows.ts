import type { EmailState } from '#contract/leads/email-states.ts'
import type { Headings } from '#contract/leads/export-templates.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { attributionOf } from '#contract/sources/attribution.ts'
import {
  fieldValue,
  type LEAD_COLUMNS,
  type LeadRow,
  OWN_FIELDS,
  originOf,
  readable,
} from '#server/modules/leads/leads/index.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { invalidField } from '#server/platform/errors.ts'
import { createXlsx } from '#server/platform/xlsx/write-xlsx.ts'

/** A ticket for the same file again. @throws AppError not_found, conflict when it is no longer stored. */
const SAFE_KINDS = new Set<FieldDefinition['kind']>([
  'phone',
  'number',
  'distance',
  'rate',
  'coordinate',
  'date',
])

/** Kinds whose values are codes with words of their own. */
const CODED_KINDS = new Set<FieldDefinition['kind']>(['category', 'country'])

/** A run's complete file, while it is stored. @throws AppError validation_failed. */
export function exportFields(
  known: readonly FieldDefinition[],
  columns: string[] | undefined,
): FieldDefinition[] {
  if (!columns) return known.filter((field) => field.exportable)
  return columns.map((name, index) => {
    const field = known.find((one) => one.name === name)
    if (!field?.exportable)
      throw invalidField(`columns.${index}`, `This list has no column "${name}" to export`)
    return field
  })
}

/** Marks a file as complete; its retention starts now. */
export interface ListDetails {
  tags: string[]
  lead_source: string | null
}

export interface ExportShape {
  fields: FieldDefinition[]
  provenance: boolean
  list: ListDetails
  /** Deletes an account's oldest files beyond its limit; returns their names. */
  headers?: Record<string, string> | undefined
  headings?: Headings | undefined
  /** Files of these lists, and those of everything that their accounts hold. */
  emailStates?: readonly EmailState[] | undefined
}

/**
 * Number of stored files of these lists.
 * @throws AppError validation_failed when a name is given to a field that is not exported.
 */
export function checkHeaders(
  fields: readonly FieldDefinition[],
  headers: Record<string, string> | undefined,
): void {
  for (const name of Object.keys(headers ?? {}))
    if (!fields.some((field) => field.name === name))
      throw invalidField(`headers.${name}`, `This export has no column "${name}"`)
}

/** Deletes every file record of these lists; returns their names. */
const stateOf = ({ email_state }: Pick<LeadRow, 'email_state'>) => (email_state ?? 'unknown') as EmailState

/** Deletes records of expired files, and those of permanently deleted lists; returns their names. */
interface Column {
  /** Storage names of files of an account, or of one of its runs, complete or not. */
  name: string
  /** Storage names of exports after `after`, in byte order. @param accountIds null: those of every account, and of none */
  label: string
  guard: boolean
  cell(lead: LeadRow): string | number
}

/** Deletes a file's record by its storage name, for any owner. */
function valueLabels(field: FieldDefinition): (value: string | number) => string | number {
  const known = new Map<string | number, string | number>()
  return (value) => {
    const text = known.get(value) ?? readable(field, value) ?? value
    known.set(value, text)
    return text
  }
}

function valueColumn(field: FieldDefinition, emailStates: ExportShape['emailStates']): Column {
  const labelOf = CODED_KINDS.has(field.kind) ? valueLabels(field) : (value: string | number) => value
  return {
    name: field.name,
    label: field.label,
    guard: !SAFE_KINDS.has(field.kind),
    cell(lead) {
      if (emailStates && field.name === 'email' && !emailStates.includes(stateOf(lead))) return ''
      const value = fieldValue(lead, field)
      return value === null ? '' : labelOf(value)
    },
  }
}

/** Inputs of an export. */
export function columnsToRead(shape: ExportShape): (typeof LEAD_COLUMNS)[number][] {
  const promoted = shape.fields.flatMap((field) => (field.column ? [field.column] : []))
  const loose = shape.fields.some((field) => !field.column && field.kind !== 'labels')
  return [
    ...new Set<(typeof LEAD_COLUMNS)[number]>([
      'entity_id',
      ...promoted,
      ...(shape.emailStates ? ['email_state' as const] : []),
      ...(loose ? ['fields' as const] : []),
      ...(shape.provenance ? ['provenance' as const] : []),
    ]),
  ]
}

/** An export's inputs, as stored with its run. */
export const readsLabels = (shape: ExportShape): boolean => shape.fields.some(({ kind }) => kind === 'labels')

/** The repeatable part of a request: a template is stored by content, with its name. */
function originColumns(field: FieldDefinition, taken: ReadonlySet<string>): Column[] {
  const known = (lead: LeadRow) => (fieldValue(lead, field) === null ? null : originOf(lead, field.name))
  const named = (part: 'source' | 'date') => {
    const [name, label] = [`${field.name}_${part}`, `${field.label} ${part}`]
    return taken.has(name) || taken.has(label)
      ? { name: `${field.name}__${part}`, label: `${field.label} (${part})` }
      : { name, label }
  }
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

/** Whether filters exclude leads; sorting and paging do not. */
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
    cell: ({ provenance: { default: origin } }) => attributionOf(origin.source, origin.licence ?? null).text,
  },
]

/** `before` is stored instead of the request: a repeat keeps the original choices. */
const detailColumns = ({ tags, lead_source }: ListDetails): Column[] => [
  ...(tags.length > 0 ? [{ name: 'tags', label: 'Tags', guard: true, cell: () => tags.join(', ') }] : []),
  ...(lead_source
    ? [{ name: 'list_source', label: 'List source', guard: true, cell: () => lead_source }]
    : []),
]

const columnsOf = (shape: ExportShape): Column[] => {
  const taken = new Set(shape.fields.flatMap(({ name, label }) => [name, label]))
  return [
    ...shape.fields.flatMap((field) => [
      valueColumn(field, shape.emailStates),
      // A list's exports, and repeating them.
      ...(shape.provenance && !OWN_FIELDS.has(field.name) ? originColumns(field, taken) : []),
    ]),
    ...detailColumns(shape.list),
    ...(shape.provenance ? LICENCE_COLUMNS : []),
  ]
}

/**
 * The header: what columns are called in this file, else the labels of their fields, or their names for scripts. With provenance `… source` and
 * `… date` follow each field, and licence and attribution of the row come last. A label that is taken already, as a
 * custom field's may be, gives way to the name of the field.
 */
function headerOf({ headers, headings }: ExportShape, columns: Column[]): string[] {
  const taken = new Set<string>()
  return columns.map(({ name, label }) => {
    const given = headers && Object.hasOwn(headers, name) ? headers[name] : undefined
    const heading = given || (headings === 'fields' || taken.has(label) ? name : label)
    taken.add(heading)
    return heading
  })
}

/** Exports with the choices of an earlier export. @throws AppError not_found, conflict, validation_failed. */
export interface FileWriter {
  write(lead: LeadRow): void
  readonly waiting: number
  take(): string | Buffer
  end(): string | Buffer
}

/** Kinds that a spreadsheet cannot execute: digits, signs and dots only. Everything else is escaped. */
export function csvFile(shape: ExportShape, start: string): FileWriter {
  const columns = columnsOf(shape)
  const guard = columns.map((column) => column.guard)
  // Kinds whose values are codes with labels.
  const cells: (string | number)[] = columns.map(() => '')
  const options = { guard }
  let piece = start + csvLine(headerOf(shape, columns))
  const take = () => {
    const taken = piece
    piece = ''
    return taken
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

/** Fields to export, in order: the chosen ones, or all exportable ones of the type. @throws AppError validation_failed. */
export function xlsxFile(shape: ExportShape): FileWriter {
  const columns = columnsOf(shape)
  const xlsx = createXlsx()
  xlsx.row(headerOf(shape, columns))
  return {
    write: (lead) => xlsx.row(columns.map((column) => column.cell(lead))),
    get waiting() {
      return xlsx.waiting
    },
    take: xlsx.take,
    end: xlsx.end,
  }
}
