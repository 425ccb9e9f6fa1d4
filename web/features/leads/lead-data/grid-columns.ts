import type { Lead } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import {
  defaultColumns,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  ROW_HEIGHTS,
  type RowHeight,
  type ShownColumn,
  type ViewColumns,
} from '#contract/leads/views.ts'
import { findField } from '#web/lib/list-fields.ts'

/** Height of a row in pixels. */
export const ROW_PIXELS: Record<RowHeight, number> = { compact: 32, normal: 40, tall: 56 }

const WIDTH_BY_KIND: Record<FieldDefinition['kind'], number> = {
  text: 180,
  url: 180,
  email: 240,
  phone: 150,
  number: 120,
  distance: 120,
  rate: 120,
  coordinate: 110,
  date: 130,
  category: 170,
  country: 120,
  choice: 140,
  labels: 180,
}

/** Default width of a column in pixels. */
export const defaultWidth = (field: FieldDefinition): number =>
  field.name === 'name' ? 240 : field.name === WHY_FIELD.name ? 420 : WIDTH_BY_KIND[field.kind]

/** Limits a width to its range, in whole pixels. */
export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)))

const plain = (field: string): ShownColumn => ({ field, pinned: false, width: null })

/** Puts pinned columns first, as the grid shows them. */
const pinnedFirst = (shown: ShownColumn[]): ShownColumn[] => [
  ...shown.filter(({ pinned }) => pinned),
  ...shown.filter(({ pinned }) => !pinned),
]

/** The columns without the distance where no lead has one: the search named no place to measure from. */
export function withoutDistance(
  type: ListTypeId,
  columns: ViewColumns,
  rows: readonly Pick<Lead, 'values'>[],
): ViewColumns {
  const isEmpty = ({ field }: ShownColumn) =>
    findField(type, field)?.kind === 'distance' && rows.every(({ values }) => values[field] == null)
  return columns.shown.some(isEmpty)
    ? { ...columns, shown: columns.shown.filter((column) => !isEmpty(column)) }
    : columns
}

/** Stored columns without deleted fields; the default when none are left. */
export function validColumns(type: ListTypeId, stored: ViewColumns | null | undefined): ViewColumns {
  const valid = (stored?.shown ?? []).filter(
    ({ field }, at, all) =>
      findField(type, field) !== undefined && all.findIndex((other) => other.field === field) === at,
  )
  if (!stored || valid.length === 0) return defaultColumns(type)
  const shown = valid.map(({ field, pinned, width }) => ({
    field,
    pinned,
    width: width === null ? null : clampWidth(width),
  }))
  return { shown: pinnedFirst(shown), row_height: stored.row_height }
}

/** The default columns in an address. */
const DEFAULT_WORD = 'default'

/**
 * Columns as one readable part of an address without escapes: `name*.phone-220.-compact` is the pinned name, then
 * the phone, 220 pixels wide, with compact rows.
 */
export function writeColumns(type: ListTypeId, columns: ViewColumns): string {
  const write = ({ shown, row_height }: ViewColumns) =>
    [
      ...shown.map(
        ({ field, pinned, width }) => `${field}${pinned ? '*' : ''}${width === null ? '' : `-${width}`}`,
      ),
      ...(row_height === 'normal' ? [] : [`-${row_height}`]),
    ].join('.')
  const text = write(columns)
  return text === write(defaultColumns(type)) ? DEFAULT_WORD : text
}

function readColumn(word: string): ShownColumn[] {
  const [, field, pin, width] = /^(\w+)(\*?)(?:-(\d{1,4}))?$/.exec(word) ?? []
  return field ? [{ field, pinned: pin === '*', width: width === undefined ? null : Number(width) }] : []
}

/** Parses the columns of an address; null when invalid. */
export function readColumns(type: ListTypeId, text: unknown): ViewColumns | null {
  if (text === DEFAULT_WORD) return defaultColumns(type)
  if (typeof text !== 'string') return null
  const entries = text.split('.')
  const shown = entries.flatMap(readColumn).filter(({ field }) => findField(type, field))
  if (shown.length === 0) return null
  const row_height = ROW_HEIGHTS.find((height) => entries.includes(`-${height}`)) ?? 'normal'
  return validColumns(type, { shown, row_height })
}

export const isShown = ({ shown }: ViewColumns, name: string): boolean =>
  shown.some(({ field }) => field === name)

/** Shows a column at the end, or hides it. The last shown one cannot be hidden. */
export function toggleColumn(columns: ViewColumns, name: string): ViewColumns {
  if (!isShown(columns, name)) return { ...columns, shown: [...columns.shown, plain(name)] }
  if (columns.shown.length === 1) return columns
  return { ...columns, shown: columns.shown.filter(({ field }) => field !== name) }
}

/** Pins a column after the pinned ones, or unpins it to the first of the others. */
export const togglePin = (columns: ViewColumns, name: string): ViewColumns => ({
  ...columns,
  shown: pinnedFirst(
    columns.shown.map((column) => (column.field === name ? { ...column, pinned: !column.pinned } : column)),
  ),
})

/** Moves a column; pinned ones stay before the others. */
export function moveColumnTo(columns: ViewColumns, name: string, index: number): ViewColumns {
  const moved = columns.shown.find(({ field }) => field === name)
  if (!moved) return columns
  const rest = columns.shown.filter((column) => column !== moved)
  const place = Math.min(rest.length, Math.max(0, index))
  return { ...columns, shown: pinnedFirst([...rest.slice(0, place), moved, ...rest.slice(place)]) }
}

/** Shows a column beside the first, unless it is shown already. */
export const showBeside = (columns: ViewColumns, name: string): ViewColumns =>
  isShown(columns, name) ? columns : moveColumnTo(toggleColumn(columns, name), name, 1)

/** Position of a column among the shown ones, from 0; -1 when it is hidden. */
export const findPlace = ({ shown }: ViewColumns, name: string): number =>
  shown.findIndex(({ field }) => field === name)

/** Manually changed widths in pixels. */
export const listWidths = ({ shown }: ViewColumns): Record<string, number> =>
  Object.fromEntries(shown.flatMap(({ field, width }) => (width === null ? [] : [[field, width]])))

/** Columns with other widths; missing ones get their default. */
export const withWidths = (columns: ViewColumns, widths: Record<string, number>): ViewColumns => ({
  ...columns,
  shown: columns.shown.map((column) => {
    const width = widths[column.field]
    return { ...column, width: width === undefined ? null : clampWidth(width) }
  }),
})
