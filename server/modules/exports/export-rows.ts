import type { FieldDefinition } from '#contract/list-types/define.ts'
import { fieldOf, LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { fieldValue, type LeadRow, originOf, readable } from '#server/modules/leads/index.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { invalidField } from '#server/platform/errors.ts'

/** Kinds that a spreadsheet cannot run: digits, signs and dots only. Everything else is guarded. */
const SAFE_KINDS = new Set<FieldDefinition['kind']>(['phone', 'number', 'coordinate', 'date'])

/** Fields to export, in order: the chosen ones, or all that the type can export. @throws AppError validation_failed. */
export function exportFields(type: ListTypeId, columns: string[] | undefined): FieldDefinition[] {
  if (!columns) return LIST_TYPES[type].fields.filter((field) => field.exportable)
  return columns.map((name, index) => {
    const field = fieldOf(type, name)
    if (!field?.exportable)
      throw invalidField(`columns.${index}`, `This list has no column "${name}" to export`)
    return field
  })
}

export interface ExportShape {
  fields: FieldDefinition[]
  provenance: boolean
}

const guards = (shape: ExportShape): boolean[] =>
  shape.fields.flatMap((field) =>
    shape.provenance ? [!SAFE_KINDS.has(field.kind), true, false] : [!SAFE_KINDS.has(field.kind)],
  )

/** The header: field names, and with provenance `name_source` and `name_date` after each. */
export const headerLine = (shape: ExportShape): string =>
  csvLine(
    shape.fields.flatMap((field) =>
      shape.provenance ? [field.name, `${field.name}_source`, `${field.name}_date`] : [field.name],
    ),
  )

/** Turns leads into CSV lines. Coded values (category, country) are written in words. */
export function rowWriter(shape: ExportShape): (lead: LeadRow) => string {
  const guard = guards(shape)
  return (lead) => {
    const cells = shape.fields.flatMap((field) => {
      const value = fieldValue(lead, field)
      const shown = value === null ? '' : (readable(field, value) ?? value)
      if (!shape.provenance) return [shown]
      if (value === null) return ['', '', '']
      const origin = originOf(lead, field.name)
      return [shown, origin.source, origin.observed_at ?? '']
    })
    return csvLine(cells, { guard })
  }
}
