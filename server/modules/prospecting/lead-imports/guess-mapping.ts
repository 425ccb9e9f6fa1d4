import { type CustomFieldKind, MAX_CUSTOM_FIELDS } from '#contract/leads/custom-fields.ts'
import { isEditableField } from '#contract/leads/lead-edits.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { SIGNALS } from '#contract/leads/signals.ts'
import type { ColumnTarget, ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { importFields } from './fields.ts'
import { findForms } from './file-facts.ts'
import { hasCodes, matchColumns } from './match-columns.ts'
import type { SampledColumn } from './value-forms.ts'

/** The kind of a new field for these values. A number with leading zeros or a plus is text. */
export const guessKind = (values: readonly string[]): CustomFieldKind => findForms(values).kind

/** Why a new field has its kind. */
const REASONS: Record<CustomFieldKind, string> = {
  text: 'No known field: its values are texts',
  number: 'No known field: every value is a number',
  date: 'No known field: every value is a day',
  url: 'No known field: every value is a link',
  choice: 'No known field: few values that repeat',
}

/** Columns of our exports about the whole row. */
const ORIGIN_OF_ROW = [
  'Distance (km)',
  'data_licence',
  'data_attribution',
  'Data licence',
  'Data attribution',
]
/** Headings of a field's source and date columns in exports, by its name or label. */
const originHeadings = (name: string, part: 'source' | 'date') => [
  `${name}_${part}`,
  `${name}__${part}`,
  `${name} ${part}`,
  `${name} (${part})`,
]
/** Labels of ours that other files use with another meaning. */
const COMMON = new Set(['Source', 'Labels', 'Added', 'Distance', ...SIGNALS.map(({ label }) => label)])

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
  const matched = matchColumns(type, fields, open)
  let remaining = MAX_CUSTOM_FIELDS - custom.length
  const byLabel = new Map(custom.map((field) => [field.label.toLowerCase(), field.name]))
  const labels = new Set<string>()
  const findTarget = (column: SampledColumn): [ColumnTarget, string] => {
    const match = matched.get(column.name)
    if (match)
      return [
        { field: match.field.name },
        `Heading and values fit ${match.field.label}: ${match.score} of 100`,
      ]
    // The name of a custom field in another account's file.
    const label = column.name
      .replace(/^cf_(?=.)/, '')
      .slice(0, 60)
      .trim()
    const { isEmpty, kind: found } = column.facts ?? findForms(column.values)
    const kind = found === 'number' && hasCodes(column.name) ? 'text' : found
    if (isEmpty) return [null, 'It has no values']
    if (/^Column \d+$/.test(column.name)) return [null, 'It has no heading']
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
  const guesses = columns.map((column) => ({ name: column.name, guess: findTarget(column) }))
  return {
    mapping: Object.fromEntries(guesses.map(({ name, guess }) => [name, guess[0]])),
    reasons: Object.fromEntries(guesses.map(({ name, guess }) => [name, guess[1]])),
  }
}
