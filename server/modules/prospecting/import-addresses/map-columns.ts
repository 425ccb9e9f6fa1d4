import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { MAX_DELIVERED_COLUMNS } from '#contract/prospecting/import-addresses.ts'
import type { ColumnTarget, ImportMapping } from '#contract/prospecting/lead-imports.ts'
import {
  completeMapping,
  findSpares,
  guessMapping,
  importFields,
  plannedCells,
  planRows,
  spareCells,
} from '#server/modules/prospecting/lead-imports/index.ts'
import type { AddressRow } from './addresses-store.ts'
import { cellOf, listColumns, type SentRow } from './read-delivery.ts'

type Kept = Pick<AddressRow, 'mapping' | 'proposed'>

/** Entries about some columns, without fields that were deleted since. */
const keepKnown = (mapping: ImportMapping, names: ReadonlySet<string>, columns: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(mapping).filter(
      ([column, target]) =>
        columns.has(column) && (!target || ('field' in target && names.has(target.field))),
    ),
  )

const fieldsOnly = (mapping: ImportMapping): ImportMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([, target]) => target && 'field' in target))

/** Columns with their cells, as the functions of imports take them. */
export function sampleColumns(rows: readonly (SentRow | null)[]) {
  const sent = rows.filter((row) => row !== null)
  return listColumns(sent).map((name) => ({ name, values: sent.map((row) => cellOf(row, name)) }))
}

/** What the columns of a delivery are used for. */
export interface MappedDelivery {
  columns: string[]
  mapping: ImportMapping
  /** With what this delivery adds to it. */
  proposed: ImportMapping
  /** Columns that have values, fill no field, and about which nobody decided. */
  unknown: string[]
  /** Further columns of emails and phones. */
  spares: [number, string][]
}

/**
 * Maps the columns of rows: as people decided, else as was proposed before, else by the rules of imports. A new custom
 * field is proposed only: nobody but a person creates one.
 */
export function mapColumns(
  type: ListTypeId,
  custom: readonly FieldDefinition[],
  kept: Kept,
  rows: readonly SentRow[],
): MappedDelivery {
  const sampled = sampleColumns(rows)
  const columns = sampled.map(({ name }) => name)
  const has = new Set(columns)
  const names = new Set(importFields(type, custom).map(({ name }) => name))
  const decided = keepKnown(kept.mapping, names, has)
  const taken = new Set(
    Object.values(decided).flatMap((target) => (target && 'field' in target ? target.field : [])),
  )
  const before = Object.fromEntries(
    Object.entries(keepKnown(fieldsOnly(kept.proposed), names, has)).filter(
      ([, target]) => target && 'field' in target && !taken.has(target.field),
    ),
  )
  const guessed = guessMapping(type, custom, sampled).mapping
  const proposals = completeMapping(columns, { stated: { ...before, ...decided }, found: guessed })
  const mapping = Object.fromEntries(
    columns.map((column): [string, ColumnTarget] => {
      const target = proposals[column] ?? null
      return [column, target && 'new_field' in target ? null : target]
    }),
  )
  const spares = findSpares(type, { columns: sampled, mapping, stated: decided })
  const isSpare = new Set(spares.map(([at]) => at))
  const isOpen = (column: string) => !Object.hasOwn(decided, column)
  return {
    columns,
    mapping,
    proposed: limited({
      ...kept.proposed,
      ...Object.fromEntries(columns.filter(isOpen).map((column) => [column, proposals[column] ?? null])),
    }),
    unknown: sampled.flatMap(({ name, values }, at) =>
      isOpen(name) && !mapping[name] && !isSpare.has(at) && values.some((value) => value.trim() !== '')
        ? [name]
        : [],
    ),
    spares,
  }
}

/** At most as many columns as an address remembers. */
const limited = (proposed: ImportMapping): ImportMapping =>
  Object.fromEntries(Object.entries(proposed).slice(0, MAX_DELIVERED_COLUMNS))

/**
 * How the rows are read.
 * @throws AppError validation_failed where nothing identifies their leads, or two columns fill one field
 */
export function planDelivery(
  type: ListTypeId,
  custom: readonly FieldDefinition[],
  { columns, mapping, spares }: MappedDelivery,
  country: string | null,
) {
  const cells = plannedCells(type, { custom, columns, mapping, makeField: () => undefined })
  const fixed = { country, rest: 'empty' as const, fixes: [], dropped: [] }
  return planRows({ type, cells, spares: spareCells(type, columns, spares), ...fixed })
}
