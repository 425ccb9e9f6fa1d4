import { PLACE_FIELDS, type PlaceField } from '#contract/leads/place-fields.ts'
import type { ImportField, ImportKind } from '#contract/sources/import-kinds.ts'
import { editDistance } from '#server/platform/text/edit-distance.ts'
import { COLUMN_NAMES, tightName } from './column-names.ts'
import { guessPersonMapping } from './people/person-mapping.ts'

/** Which column (by header name) contains which field. */
export type ColumnMapping = Partial<Record<ImportField, string>>

/** A mapping that does not fit the file; the message can be shown to its author. */
export class MappingError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MappingError'
  }
}

/** Guesses the meaning of columns from their names. No column is used twice; fields without a column are absent. */
export function guessMapping(header: readonly string[], kind: ImportKind = 'places'): ColumnMapping {
  return kind === 'people' ? guessPersonMapping(header) : guessPlaceMapping(header)
}

function guessPlaceMapping(header: readonly string[]): ColumnMapping {
  const columnOf = new Map<string, string>()
  for (const column of header) {
    const key = tightName(column)
    // `id` before `@id`.
    if (!columnOf.has(key) || column === key) columnOf.set(key, column)
  }
  const withinOf = namesWithin(header)
  const mapping: ColumnMapping = {}
  const used = new Set<string>()
  for (const field of PLACE_FIELDS) {
    const names = COLUMN_NAMES[field].split(' ')
    const candidates = [
      ...names.map((name) => columnOf.get(name)),
      // Nested objects with their own id or name are something else.
      ...(field === 'id' || field === 'name' ? [] : names.map((name) => withinOf.get(name))),
    ]
    const column = candidates.find((name) => name !== undefined && !used.has(name))
    if (column === undefined) continue
    mapping[field] = column
    used.add(column)
  }
  return mapping
}

/** Columns of nested objects (`address.city`) by the last part of their names. */
function namesWithin(header: readonly string[]): Map<string, string> {
  const columnOf = new Map<string, string>()
  for (const column of header) {
    const key = tightName(column.slice(column.lastIndexOf('.') + 1))
    if (column.includes('.') && !columnOf.has(key)) columnOf.set(key, column)
  }
  return columnOf
}

/**
 * Parses a manual mapping: `name=NAME,lat=Y` (field=column, comma-separated).
 * @throws MappingError for an unknown field or column, with the nearest known one.
 */
export function parseMapping(text: string, header: readonly string[]): ColumnMapping {
  const mapping: ColumnMapping = {}
  for (const entry of text.split(',')) {
    if (entry.trim() === '') continue
    const at = entry.indexOf('=')
    if (at < 0)
      throw new MappingError(`"${entry.trim()}" is not a mapping: write field=column, for example name=NAME.`)
    const field = readField(entry.slice(0, at).trim())
    if (mapping[field] !== undefined) throw new MappingError(`The field "${field}" is mapped twice.`)
    mapping[field] = readColumn(entry.slice(at + 1).trim(), header)
  }
  return mapping
}

function readField(text: string): PlaceField {
  const field = PLACE_FIELDS.find((known) => known === text.toLowerCase())
  if (field) return field
  const hint = nearest(text, PLACE_FIELDS)
  throw new MappingError(`There is no field "${text}"${hint} Fields: ${PLACE_FIELDS.join(', ')}.`)
}

function readColumn(text: string, header: readonly string[]): string {
  if (header.includes(text)) return text
  const alike = header.filter((column) => column.toLowerCase() === text.toLowerCase())
  if (alike.length === 1) return alike[0]!
  const columns = header.length > 30 ? `${header.slice(0, 30).join(', ')}, ...` : header.join(', ')
  throw new MappingError(`The file has no column "${text}"${nearest(text, header)} Columns: ${columns}.`)
}

function nearest(text: string, known: readonly string[]): string {
  const wanted = tightName(text)
  const limit = Math.max(2, Math.floor(wanted.length / 2))
  let best: { name: string; distance: number } | null = null
  for (const name of known) {
    const distance = editDistance(wanted, tightName(name), limit)
    if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { name, distance }
  }
  return best ? `; did you mean "${best.name}"?` : '.'
}
