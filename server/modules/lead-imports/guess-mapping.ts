import { CUSTOM_FIELD_PREFIX, type CustomFieldKind, MAX_CUSTOM_FIELDS } from '#contract/custom-fields.ts'
import { isEditableField } from '#contract/lead-edits.ts'
import type { ColumnTarget, ImportMapping } from '#contract/lead-imports.ts'
import type { FieldDefinition, FieldKind } from '#contract/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { namesOf } from './column-names.ts'
import { importFields } from './fields.ts'
import { readCell } from './read-cell.ts'

const tight = (text: string): string => foldText(text).replaceAll(' ', '')

/** A column with some of its values. */
export interface SampledColumn {
  name: string
  values: readonly string[]
}

/** Kinds that are taken for granted by the name of a column only when its values bear it out. */
const PROVEN: ReadonlySet<FieldKind> = new Set([
  'category',
  'choice',
  'number',
  'distance',
  'coordinate',
  'date',
  'url',
])

/** Whether at least half of the values have the form of the field. */
function fits(field: FieldDefinition, { values }: SampledColumn): boolean {
  if (!PROVEN.has(field.kind)) return true
  const filled = values.filter((value) => value.trim() !== '')
  const good = filled.filter((value) => 'value' in readCell(field, value, { country: null }))
  return good.length * 2 >= filled.length
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/
const DAY = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/
const LINK = /^(?:https?:\/\/|www\.)\S+\.\S+$/i
const MAX_CHOICES = 12

/** What a new field for these values holds. A number with leading zeros or a plus is a text. */
export function guessKind(values: readonly string[]): CustomFieldKind {
  const filled = values.map((value) => value.trim()).filter(Boolean)
  if (filled.length === 0) return 'text'
  if (filled.every((value) => NUMBER.test(value))) return 'number'
  if (filled.every((value) => DAY.test(value))) return 'date'
  if (filled.every((value) => LINK.test(value))) return 'url'
  const distinct = new Set(filled)
  const isChoice =
    filled.length >= 20 && distinct.size <= MAX_CHOICES && filled.every((value) => value.length <= 40)
  return isChoice ? 'choice' : 'text'
}

/** Columns of our exports about the row as a whole. */
const ORIGIN_OF_ROW: ReadonlySet<string> = new Set(['data_licence', 'data_attribution'])

/** Names that say of a column that it is one of ours that nobody writes: a state, a date, the origin of a value. */
function isOurs(type: ListTypeId, column: string): boolean {
  const fixed = LIST_TYPES[type].fields
    .filter((field) => !isEditableField(field.name))
    .map(({ name }) => name)
  const origin = /^(\w+)_(?:source|date)$/.exec(column)?.[1]
  const isOrigin =
    origin !== undefined &&
    (origin.startsWith(CUSTOM_FIELD_PREFIX) || LIST_TYPES[type].fields.some(({ name }) => name === origin))
  return isOrigin || fixed.includes(column) || ORIGIN_OF_ROW.has(column)
}

/** The column for each declared field, by names alone: exact names and labels go before other words. */
function byName(type: ListTypeId, fields: readonly FieldDefinition[], columns: readonly SampledColumn[]) {
  const taken = new Map<string, FieldDefinition>()
  const free = (names: readonly string[], field: FieldDefinition) => {
    for (const name of names) {
      const column = columns.find(
        (one) => !taken.has(one.name) && tight(one.name) === name && fits(field, one),
      )
      if (column) return column
    }
    return undefined
  }
  const done = new Set<string>()
  const passes: ((field: FieldDefinition) => string[])[] = [
    // The name that our own files have, underscores and all.
    (field) => [tight(field.name)],
    (field) => namesOf(type, field.name),
    (field) => [tight(field.label)],
  ]
  for (const namesIn of passes) {
    for (const field of fields) {
      if (done.has(field.name)) continue
      // "Name" alone is a person's or a business's; "company" goes before it where there is one.
      if (type === 'local' && field.name === 'name' && namesIn === passes[0]) continue
      const column = free(namesIn(field), field)
      if (!column) continue
      taken.set(column.name, field)
      done.add(field.name)
    }
  }
  return taken
}

/**
 * What each column of a file is taken for: a field by its name, a custom field of the account, or else a new custom
 * field of a guessed kind. Columns without a value and columns of ours that nobody writes are left out.
 */
export function guessMapping(
  type: ListTypeId,
  custom: readonly FieldDefinition[],
  columns: readonly SampledColumn[],
): ImportMapping {
  const fields = importFields(type, custom)
  const open = columns.filter(({ name }) => !isOurs(type, name))
  const found = byName(type, fields, open)
  let room = MAX_CUSTOM_FIELDS - custom.length
  const labels = new Set<string>()
  const targetOf = (column: SampledColumn): ColumnTarget => {
    const field = found.get(column.name)
    if (field) return { field: field.name }
    // The name that such a field has in a file of another account.
    const label = column.name
      .replace(/^cf_(?=.)/, '')
      .slice(0, 60)
      .trim()
    const isEmpty = column.values.every((value) => value.trim() === '')
    if (isEmpty || isOurs(type, column.name) || room <= 0 || labels.has(label.toLowerCase())) return null
    room -= 1
    labels.add(label.toLowerCase())
    return { new_field: { label, kind: guessKind(column.values) } }
  }
  return Object.fromEntries(columns.map((column) => [column.name, targetOf(column)]))
}
