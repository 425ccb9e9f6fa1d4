import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  type ColumnTarget,
  type ImportMapping,
  MAX_UNASKED_FIELDS,
} from '#contract/prospecting/lead-imports.ts'
import { invalidField } from '#server/platform/errors.ts'
import { importFields } from './fields.ts'
import type { FileFacts } from './file-facts.ts'
import type { Reading } from './import-input.ts'
import { spareColumns } from './match-columns.ts'
import type { PlannedCell } from './read-row.ts'
import type { SampledColumn } from './value-forms.ts'

const IDENTIFYING = ['name', 'first_name', 'last_name', 'website', 'linkedin_url', 'email', 'handle']

const readField = (target: ColumnTarget | undefined): string | undefined =>
  target && 'field' in target ? target.field : undefined

/**
 * Completes the caller's mapping with guesses for the other columns. A field mapped by the caller overrides a guess.
 * @throws AppError validation_failed for an unknown column.
 */
export function completeMapping(
  columns: readonly string[],
  { stated, found, newFields }: { stated: ImportMapping; found: ImportMapping; newFields?: 'make' | 'skip' },
): ImportMapping {
  const unknown = Object.keys(stated).find((column) => !columns.includes(column))
  if (unknown !== undefined)
    throw invalidField(
      'mapping',
      `The file has no column "${unknown}"; its columns are ${columns.slice(0, 40).join(', ')}`,
    )
  const used = new Set(Object.values(stated).map(readField))
  return Object.fromEntries(
    columns.map((column) => {
      if (Object.hasOwn(stated, column)) return [column, stated[column] ?? null]
      const target = Object.hasOwn(found, column) ? (found[column] ?? null) : null
      if (newFields === 'skip' && target && 'new_field' in target) return [column, null]
      const field = readField(target)
      return [column, field !== undefined && used.has(field) ? null : target]
    }),
  )
}

/**
 * The mapping with custom fields in place of new fields that have their label, as the check and the import use it.
 * Without it, one of them would read a column as a new text and the other as the number that the account has.
 */
export function knownLabels(mapping: ImportMapping, custom: readonly FieldDefinition[]): ImportMapping {
  const byLabel = new Map(custom.map((field) => [field.label.toLowerCase(), field.name]))
  return Object.fromEntries(
    Object.entries(mapping).map(([column, target]) => {
      const field = target && 'new_field' in target && byLabel.get(target.new_field.label.toLowerCase())
      return [column, field ? { field } : target]
    }),
  )
}

/** @throws AppError validation_failed for many new fields that were not requested. */
export function refuseManyFields(mapping: ImportMapping, newFields: 'make' | 'skip' | undefined): void {
  const labels = Object.values(mapping).flatMap((target) =>
    target && 'new_field' in target ? target.new_field.label : [],
  )
  if (newFields !== undefined || labels.length <= MAX_UNASKED_FIELDS) return
  throw invalidField(
    'new_fields',
    `The import would create ${labels.length} custom fields: ${labels.slice(0, 40).join(', ')}. Choose whether to create them or skip these columns`,
  )
}

/**
 * Mapped columns, each with its field; `makeField` creates new custom fields.
 * @throws AppError validation_failed for an unknown or duplicate field, and where nothing identifies a row's
 *   lead.
 */
export function plannedCells(
  type: ListTypeId,
  {
    custom,
    columns,
    mapping,
    makeField,
  }: {
    custom: readonly FieldDefinition[]
    columns: readonly string[]
    mapping: ImportMapping
    makeField: (column: string) => FieldDefinition | undefined
  },
): PlannedCell[] {
  const fields = new Map(importFields(type, custom).map((field) => [field.name, field]))
  const columnOf = new Map<string, string>()
  const cells = columns.flatMap((column, at): PlannedCell[] => {
    const target = mapping[column]
    if (!target) return []
    const field = 'field' in target ? fields.get(target.field) : makeField(column)
    if (!field)
      throw invalidField(
        'mapping',
        `Leads of this type have no importable field "${'field' in target ? target.field : column}". Their fields are ${[...fields.keys()].join(', ')}`,
      )
    const other = columnOf.get(field.name)
    if (other !== undefined)
      throw invalidField(
        'mapping',
        `Both "${other}" and "${column}" map to ${field.label}. Choose one of them`,
      )
    columnOf.set(field.name, column)
    return [{ at, column, field }]
  })
  if (!cells.some(({ field }) => IDENTIFYING.includes(field.name))) {
    const known = IDENTIFYING.flatMap((name) => fields.get(name)?.label ?? [])
    throw invalidField(
      'mapping',
      `Choose which column holds one of ${known.join(', ')}, so we can tell rows of ${LIST_TYPES[type].name.toLowerCase()} apart`,
    )
  }
  return cells
}

/** Columns of a file that fill no field. */
export const columnsLeftOut = (columns: readonly string[], cells: readonly PlannedCell[]): string[] => {
  const used = new Set(cells.map(({ at }) => at))
  return columns.filter((_, at) => !used.has(at))
}

/** Further columns of emails and phones, unless a person has decided about them. */
export const findSpares = (
  type: ListTypeId,
  {
    columns,
    mapping,
    stated,
  }: { columns: readonly SampledColumn[]; mapping: ImportMapping; stated: ImportMapping },
): [number, string][] =>
  spareColumns(type, {
    fields: importFields(type, []),
    columns,
    isOpen: (column) => {
      const target = mapping[column]
      const isOwn = target && 'field' in target && !target.field.startsWith('cf_')
      return !isOwn && stated[column] !== null
    },
  })

/** How numbers and dates of a file are written; a person's choice of the order of dates comes first. */
export const formsOfFile = (
  { columns, dateOrder }: FileFacts,
  { date_order }: Pick<Reading, 'date_order'>,
) => ({
  dateOrder: date_order ?? dateOrder,
  dotted: columns.flatMap(({ dots }, at) => (dots ? [at] : [])),
  percents: columns.flatMap(({ percent }, at) => (percent ? [at] : [])),
})

/** Spare columns with their fields. */
export const spareCells = (
  type: ListTypeId,
  columns: readonly string[],
  spares: readonly (readonly [number, string])[],
): PlannedCell[] => {
  const fields = new Map(importFields(type, []).map((field) => [field.name, field]))
  return spares.flatMap(([at, name]) => {
    const field = fields.get(name)
    return field ? [{ at, column: columns[at] ?? '', field }] : []
  })
}
