import { type CustomFieldKind, MAX_CUSTOM_FIELDS } from '#contract/leads/custom-fields.ts'
import { isEditableField } from '#contract/leads/lead-edits.ts'
import type { FieldDefinition, FieldKind } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId, subjectOf } from '#contract/leads/list-types/index.ts'
import type { ColumnTarget, ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { foldText, foldToWord } from '#server/platform/text/fold-text.ts'
import { namesOf } from './column-names.ts'
import { importFields } from './fields.ts'
import { formsOf } from './file-facts.ts'
import { readCell } from './read-cell.ts'
import { contradicts, fieldByValues, fillOf, isLikely, type SampledColumn } from './value-forms.ts'

/** "Phone 1", "E-mail 1 - Value" and "Organization 1 - Name" as "phone", "email" and "organization name" too. */
function headingsOf(name: string): string[] {
  const whole = foldToWord(name)
  const single = foldText(name)
    .replace(/\b1\b/, '')
    .replace(/ value$/, '')
    .replaceAll(' ', '')
  return [whole, single]
}

/** Kinds accepted by a column's name only when its values match. */
const PROVEN: ReadonlySet<FieldKind> = new Set([
  'category',
  'choice',
  'number',
  'distance',
  'rate',
  'coordinate',
  'date',
  'url',
])

/** Whether at least half of the values have the field's format. */
function fits(field: FieldDefinition, column: SampledColumn): boolean {
  const { values } = column
  if (contradicts(field.name, column)) return false
  if (!PROVEN.has(field.kind)) return true
  const filled = values.filter((value) => value.trim() !== '')
  const good = filled.filter((value) => 'value' in readCell(field, value, { country: null }))
  return good.length * 2 >= filled.length
}

/** The kind of a new field for these values. A number with leading zeros or a plus is text. */
export const guessKind = (values: readonly string[]): CustomFieldKind => formsOf(values).kind

/** Why a new field has its kind. */
const REASONS: Record<CustomFieldKind, string> = {
  text: 'No known field: its values are texts',
  number: 'No known field: every value is a number',
  date: 'No known field: every value is a day',
  url: 'No known field: every value is a link',
  choice: 'No known field: few values that repeat',
}

/** Columns of our exports about the whole row. */
const ORIGIN_OF_ROW = ['data_licence', 'data_attribution', 'Data licence', 'Data attribution']
/** Headings of a field's source and date columns in exports, by its name or label. */
const originHeadings = (name: string, part: 'source' | 'date') => [
  `${name}_${part}`,
  `${name}__${part}`,
  `${name} ${part}`,
  `${name} (${part})`,
]
/** Labels of ours that other files use with another meaning. */
const COMMON = new Set(['Source', 'Labels', 'Added', 'Distance'])

/** Recognizes read-only columns of our exports, by their headings: states, dates, sources. */
function oursIn(
  type: ListTypeId,
  custom: readonly FieldDefinition[],
  columns: readonly SampledColumn[],
): (column: string) => boolean {
  const all = [...LIST_TYPES[type].fields, ...custom]
  const fixed = all.filter((field) => !isEditableField(field.name))
  const labels = fixed.map(({ label }) => label)
  const isOurFile = columns.some(({ name }) => labels.includes(name) && !COMMON.has(name))
  const headings = new Set([
    ...fixed.map(({ name }) => name),
    ...labels.filter((label) => isOurFile || !COMMON.has(label)),
    ...LIST_TYPES[type].fields.flatMap(({ name, label }) => [
      ...[name, label].flatMap((own) => [...originHeadings(own, 'source'), ...originHeadings(own, 'date')]),
    ]),
    ...ORIGIN_OF_ROW,
  ])
  const own = new Set(custom.flatMap(({ name, label }) => [name, label]))
  // An export writes a field, its source and its date side by side; a field that merely has such a name is separate.
  const names = columns.map(({ name }) => name)
  const ofOrigin = names.flatMap((name, at) => {
    const isTriple =
      originHeadings(name, 'source').includes(names[at + 1] ?? '') &&
      originHeadings(name, 'date').includes(names[at + 2] ?? '')
    return isTriple ? names.slice(at + 1, at + 3) : []
  })
  // Exports use another heading for the source where a field has that name, so a custom field keeps its heading.
  return (column) => !own.has(column) && (ofOrigin.includes(column) || headings.has(column))
}

/** The column for each declared field, by names only: exact names and labels take precedence. */
function byName(type: ListTypeId, fields: readonly FieldDefinition[], columns: readonly SampledColumn[]) {
  const used = new Map<string, FieldDefinition>()
  const headings = new Map(columns.map((column) => [column, headingsOf(column.name)]))
  const free = (names: readonly string[], field: FieldDefinition) => {
    const candidates = names.flatMap((name) =>
      columns.filter(
        (column) => !used.has(column.name) && headings.get(column)?.includes(name) && fits(field, column),
      ),
    )
    // The best name, unless another column has at least 50% more values.
    const fullest = Math.max(0, ...candidates.map(fillOf))
    return candidates.find((column) => fillOf(column) * 1.5 > fullest || fullest === 0)
  }
  const done = new Set<string>()
  const passes: ((field: FieldDefinition) => string[])[] = [
    // Exact names of our own files, with underscores. "First" is a custom field with that label before a first name.
    (field) => [foldToWord(field.name), ...(field.name.startsWith('cf_') ? [foldToWord(field.label)] : [])],
    (field) => namesOf(type, field.name),
    (field) => [foldToWord(field.label)],
  ]
  for (const namesIn of passes) {
    for (const field of fields) {
      if (done.has(field.name)) continue
      // "Name" alone is a person's or a business's; "company" takes precedence where it exists.
      if (subjectOf(type) === 'business' && field.name === 'name' && namesIn === passes[0]) continue
      const column = free(namesIn(field), field)
      if (!column) continue
      used.set(column.name, field)
      done.add(field.name)
    }
  }
  const byColumn = (fieldFor: (column: SampledColumn) => string | undefined) => {
    for (const column of columns) {
      const name = used.has(column.name) ? undefined : fieldFor(column)
      const field = fields.find((field) => field.name === name && !done.has(field.name))
      if (!field) continue
      used.set(column.name, field)
      done.add(field.name)
    }
  }
  byColumn(fieldByValues)
  byColumn((column) => fieldByWord(type, column))
  return used
}

/** The field named by a word in a heading, where the values match. */
function fieldByWord(type: ListTypeId, column: SampledColumn): string | undefined {
  const words = foldText(column.name).split(' ')
  return ['phone', 'website'].find(
    (field) => isLikely(field, column) && namesOf(type, field).some((name) => words.includes(name)),
  )
}

/** The guessed targets of columns, and why each has its target or none. */
interface Guess {
  mapping: ImportMapping
  reasons: Record<string, string>
}

/**
 * The use of each column of a file: a field by its name, a custom field of the account, or else a new custom
 * field of a guessed kind. Empty columns and read-only columns of ours are skipped.
 */
export function guessMapping(
  type: ListTypeId,
  custom: readonly FieldDefinition[],
  columns: readonly SampledColumn[],
): Guess {
  const fields = importFields(type, custom)
  const isOurs = oursIn(type, custom, columns)
  const open = columns.filter(({ name }) => !isOurs(name))
  const found = byName(type, fields, open)
  let remaining = MAX_CUSTOM_FIELDS - custom.length
  const byLabel = new Map(custom.map((field) => [field.label.toLowerCase(), field.name]))
  const labels = new Set<string>()
  const targetOf = (column: SampledColumn): [ColumnTarget, string] => {
    const field = found.get(column.name)
    if (field) return [{ field: field.name }, `Recognized as ${field.label}`]
    // The name of a custom field in another account's file.
    const label = column.name
      .replace(/^cf_(?=.)/, '')
      .slice(0, 60)
      .trim()
    const { isEmpty, kind } = column.facts ?? formsOf(column.values)
    if (isEmpty) return [null, 'It has no values']
    if (isOurs(column.name)) return [null, 'Only our exports write it']
    if (labels.has(label.toLowerCase())) return [null, `Another column is called ${label} too`]
    labels.add(label.toLowerCase())
    // The same label is the same field, also where values don't fit it: the check shows those.
    const known = byLabel.get(label.toLowerCase())
    if (known !== undefined) return [{ field: known }, `Your custom field ${label}`]
    if (remaining <= 0)
      return [null, `The account has no room for it: at most ${MAX_CUSTOM_FIELDS} custom fields`]
    remaining -= 1
    return [{ new_field: { label, kind } }, REASONS[kind]]
  }
  const guesses = columns.map((column) => ({ name: column.name, guess: targetOf(column) }))
  return {
    mapping: Object.fromEntries(guesses.map(({ name, guess }) => [name, guess[0]])),
    reasons: Object.fromEntries(guesses.map(({ name, guess }) => [name, guess[1]])),
  }
}
