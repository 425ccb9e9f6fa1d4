import type { FieldDefinition } from '#contract/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'

export const DENSITIES = ['compact', 'normal', 'tall'] as const
export type Density = (typeof DENSITIES)[number]

/** Height of a row in pixels. */
export const ROW_HEIGHT: Record<Density, number> = { compact: 32, normal: 40, tall: 56 }

/** How one person wants the columns of one list type. Kept in the browser. */
export interface ColumnPrefs {
  /** Every field of the type, in the order of the grid. */
  order: string[]
  hidden: string[]
  /** Columns that stay at the left edge; the first column of the order always does. */
  pinned: string[]
  /** Widths in pixels that were changed by hand. */
  widths: Record<string, number>
  density: Density
}

export const MIN_WIDTH = 80
export const MAX_WIDTH = 600

const WIDTH_BY_KIND: Record<FieldDefinition['kind'], number> = {
  text: 180,
  url: 180,
  email: 240,
  phone: 150,
  number: 120,
  coordinate: 110,
  date: 130,
  category: 170,
  country: 120,
  choice: 140,
}

/** Width in pixels of a column nobody has resized. */
export const defaultWidth = (field: FieldDefinition): number =>
  field.name === 'name' ? 240 : WIDTH_BY_KIND[field.kind]

const fieldNames = (type: ListTypeId): string[] => LIST_TYPES[type].fields.map((field) => field.name)

/** The declaration's own columns: first the ones shown by default, the first of them pinned. */
export function defaultPrefs(type: ListTypeId): ColumnPrefs {
  const { fields } = LIST_TYPES[type]
  const shown = fields.filter((field) => field.defaultColumn).map((field) => field.name)
  const hidden = fields.filter((field) => !field.defaultColumn).map((field) => field.name)
  return {
    order: [...shown, ...hidden],
    hidden,
    pinned: shown.slice(0, 1),
    widths: {},
    density: 'normal',
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const readWidths = (value: unknown, names: string[]): Record<string, number> => {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).filter(
    ([name, width]) => names.includes(name) && typeof width === 'number' && Number.isFinite(width),
  )
  return Object.fromEntries(entries.map(([name, width]) => [name, clampWidth(width as number)]))
}

/** A width inside the allowed span, whole pixels. */
export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/**
 * Reads stored preferences. Fields that no longer exist fall out, fields that are new stand at the end
 * and are hidden; nothing usable gives the default.
 */
export function readPrefs(type: ListTypeId, stored: string | null): ColumnPrefs {
  const usual = defaultPrefs(type)
  let raw: unknown
  try {
    raw = JSON.parse(stored ?? 'null')
  } catch {
    return usual
  }
  if (typeof raw !== 'object' || raw === null) return usual
  const source = raw as Record<string, unknown>
  const names = fieldNames(type)
  const order = [...new Set(texts(source.order))].filter((name) => names.includes(name))
  if (order.length === 0) return usual
  const added = usual.order.filter((name) => !order.includes(name))
  const hidden = [...new Set([...texts(source.hidden).filter((name) => names.includes(name)), ...added])]
  const complete = [...order, ...added]
  if (hidden.length >= complete.length) return usual
  return {
    order: complete,
    hidden,
    pinned: [...new Set(texts(source.pinned))].filter((name) => complete.includes(name)),
    widths: readWidths(source.widths, names),
    density: DENSITIES.find((density) => density === source.density) ?? usual.density,
  }
}

/** Where the browser keeps the preferences of a list type. */
export const prefsKey = (type: ListTypeId): string => `columns.${type}`

/** Shown columns in the order of the grid: pinned ones first. */
export function visibleColumns(prefs: ColumnPrefs): string[] {
  const shown = prefs.order.filter((name) => !prefs.hidden.includes(name))
  const pinned = shown.filter((name) => prefs.pinned.includes(name))
  return [...pinned, ...shown.filter((name) => !prefs.pinned.includes(name))]
}

const toggled = (list: string[], name: string): string[] =>
  list.includes(name) ? list.filter((item) => item !== name) : [...list, name]

/** Shows or hides a column. The last shown one stays: a grid without columns helps nobody. */
export function toggleColumn(prefs: ColumnPrefs, name: string): ColumnPrefs {
  const hidden = toggled(prefs.hidden, name)
  return hidden.length === prefs.order.length ? prefs : { ...prefs, hidden }
}

export const togglePin = (prefs: ColumnPrefs, name: string): ColumnPrefs => ({
  ...prefs,
  pinned: toggled(prefs.pinned, name),
})

/** Moves a column by `step` places (negative: towards the left edge), stopping at the ends. */
export function moveColumn(prefs: ColumnPrefs, name: string, step: number): ColumnPrefs {
  const from = prefs.order.indexOf(name)
  if (from < 0) return prefs
  return moveColumnTo(prefs, name, from + step)
}

/** Puts a column at a place of the order, counted without the column itself. */
export function moveColumnTo(prefs: ColumnPrefs, name: string, index: number): ColumnPrefs {
  if (!prefs.order.includes(name)) return prefs
  const rest = prefs.order.filter((item) => item !== name)
  const place = Math.min(rest.length, Math.max(0, index))
  return { ...prefs, order: [...rest.slice(0, place), name, ...rest.slice(place)] }
}
