import type { FieldDefinition, FieldKind } from '#contract/leads/list-types/define.ts'
import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { foldText, foldToWord } from '#server/platform/text/fold-text.ts'
import {
  AMBIGUOUS,
  CODE_WORDS,
  CONTACT_FIELDS,
  listColumnNames,
  NOT_PHONE,
  PERSON_WORDS,
  PLACE_WORDS,
  SECOND_WORDS,
} from './column-names.ts'
import { readCell } from './read-cell.ts'
import {
  contradicts,
  countFilled,
  fieldByValues,
  isLikely,
  isOfCompanies,
  type SampledColumn,
  shareOfForm,
} from './value-forms.ts'

/** A column's field, and how well heading and values fit it: up to 100. */
export interface Match {
  field: FieldDefinition
  score: number
}

/** How sure the last part of a heading is: "Name / First Name". */
const LAST_PART = 0.84

/** Kinds accepted by a column's name only when its values match. */
const PROVEN: ReadonlySet<FieldKind> = new Set([
  'category',
  'choice',
  'number',
  'distance',
  'rate',
  'coordinate',
  'country',
  'date',
  'url',
])

/** How well values fit a field, from 0 to 1; null if they are none of it. A fifth of the cells may be dirty. */
function valueFit(type: ListTypeId, field: FieldDefinition, column: SampledColumn): number | null {
  if (contradicts(field.name, column)) return null
  if (field.name === 'linkedin_url' && leadSubject(type) === 'person' && isOfCompanies(column)) return null
  if (field.name === 'phone' && NOT_PHONE.test(column.name)) return null
  const filled = column.values.filter((value) => value.trim() !== '')
  if (filled.length === 0) return 0.7
  if (!PROVEN.has(field.kind)) return Math.max(0.7, shareOfForm(field.name, column))
  const good = filled.filter(
    (value) => 'value' in readCell(field, value, { country: null, dateOrder: 'dmy' }),
  )
  const share = good.length / filled.length
  return share >= 0.5 ? share : null
}

/**
 * The words a heading may mean, with how sure that is: "Phone 1" and "E-mail 1 - Value" are a phone and an email too,
 * "Mailing City" a city, "Name / First Name" a first name. `isFull`: other words than those of people were dropped.
 */
function headingForms(heading: string): { word: string; weight: number; isFull: boolean }[] {
  const forms = [{ word: foldToWord(heading), weight: 1, isFull: true }]
  const add = (words: readonly string[], weight: number, isFull: boolean) => {
    const word = words.join('')
    if (word !== '' && !forms.some((form) => form.word === word)) forms.push({ word, weight, isFull })
  }
  const single = foldText(heading)
    .replace(/\b1\b/, '')
    .replace(/ value$/, '')
  add(single.split(' '), 0.98, true)
  // "Ville (adresse postale)", but a second one as "Telefon (privat)".
  const [, bare, group] = /^(.+?)\s*\(([^()]+)\)$/.exec(heading) ?? []
  if (bare && group)
    add(
      foldText(bare).split(' '),
      foldText(group)
        .split(' ')
        .some((word) => SECOND_WORDS.has(word))
        ? 0.45
        : 0.9,
      false,
    )
  const parts = heading.split(/\s+[-–—/:|]\s+|(?<=\w)\.(?=\w)/)
  const last = parts.length > 1 ? foldText(parts.at(-1) ?? '').split(' ') : []
  for (const [all, weight] of [
    [single.split(' ').filter(Boolean), 0.94],
    [last, LAST_PART],
  ] as const) {
    let words = [...all]
    let isFull = true
    let second = 1
    add(words, weight, parts.length < 2)
    while (
      words.length > 1 &&
      (PERSON_WORDS.has(words[0] as string) || PLACE_WORDS.has(words[0] as string))
    ) {
      isFull &&= PERSON_WORDS.has(words[0] as string)
      if (SECOND_WORDS.has(words[0] as string)) second = 0.5
      words = words.slice(1)
      add(words, (weight - 0.02) * second, isFull)
    }
    while (words.length > 1 && PLACE_WORDS.has(words.at(-1) as string)) {
      if (SECOND_WORDS.has(words.at(-1) as string)) second = 0.5
      words = words.slice(0, -1)
      add(words, (weight - 0.04) * second, false)
    }
  }
  return forms
}

/** How surely a heading names a field, from 0 to 1. */
function headingFit(
  type: ListTypeId,
  field: FieldDefinition,
  forms: ReturnType<typeof headingForms>,
): number {
  const whole = forms[0]?.word
  const isBusiness = leadSubject(type) === 'business'
  const isExact = whole === foldToWord(field.name) && !(isBusiness && field.name === 'name')
  // Exact names of our own files, with underscores. "First" is a custom field with that label before a first name.
  if (isExact || (field.name.startsWith('cf_') && whole === foldToWord(field.label))) return 1
  const names = listColumnNames(type, field.name)
  const fits = forms.map(({ word, weight, isFull }, n) => {
    const at = names.indexOf(word)
    if (at < 0) return n === 0 && word === foldToWord(field.label) ? 0.9 : 0
    // "Company name" is no person's name, and "Contact name" no business's.
    if (
      n > 1 &&
      !CONTACT_FIELDS.has(field.name) &&
      (!isFull || (isBusiness && field.name === 'name')) &&
      weight !== LAST_PART
    )
      return 0
    return weight * (0.99 - Math.min(at, 60) * 0.002)
  })
  return Math.max(...fits)
}

/** The score of a column for a field; null if it is none. */
function scoreColumn(
  type: ListTypeId,
  field: FieldDefinition,
  column: SampledColumn,
  forms: ReturnType<typeof headingForms>,
  byValues: string | undefined,
): number | null {
  const fit = valueFit(type, field, column)
  if (fit === null) return null
  const heading = headingFit(type, field, forms)
  if (AMBIGUOUS.has(forms[0]?.word ?? '') && shareOfForm(field.name, column) < 0.5) return null
  if (heading > 0) return 65 * heading + 35 * fit
  if (byValues === field.name) return 40 * fit
  const words = foldText(column.name).split(' ')
  const isNamed = listColumnNames(type, field.name).some((name) => words.includes(name))
  return isNamed && isLikely(field.name, column) ? 35 * fit : null
}

/** The field of each column that has one: the best pairs of heading and values first. */
export function matchColumns(
  type: ListTypeId,
  fields: readonly FieldDefinition[],
  columns: readonly SampledColumn[],
): Map<string, Match> {
  const scores = new Map<FieldDefinition, { column: SampledColumn; score: number }[]>()
  for (const column of columns) {
    const forms = headingForms(column.name)
    const byValues = fieldByValues(column)
    for (const field of fields) {
      const score = scoreColumn(type, field, column, forms, byValues)
      if (score !== null) scores.set(field, [...(scores.get(field) ?? []), { column, score }])
    }
  }
  const found = new Map<string, Match>()
  const open = new Set(scores.keys())
  while (open.size > 0) {
    let best: { field: FieldDefinition; column: SampledColumn; score: number } | undefined
    for (const field of open) {
      const free = (scores.get(field) ?? []).filter(({ column }) => !found.has(column.name))
      const choice = field.name === 'email' || field.name === 'phone' ? sortByFill(free) : chooseFuller(free)
      if (!choice) open.delete(field)
      // A business without a name is nobody's: its name has the first choice.
      const first = leadSubject(type) === 'business' && field.name === 'name' ? 100 : 0
      if (choice && (!best || choice.score + first > best.score))
        best = { field, ...choice, score: choice.score + first }
    }
    if (!best) break
    found.set(best.column.name, { field: best.field, score: Math.round(best.score % 100 || 100) })
    open.delete(best.field)
  }
  return withoutLoneNumber(found)
}

/** A house number without a street would be lost: it is a field of its own. */
function withoutLoneNumber(found: Map<string, Match>): Map<string, Match> {
  const names = new Set([...found.values()].map(({ field }) => field.name))
  if (names.has('street')) return found
  return new Map([...found].filter(([, { field }]) => field.name !== 'house_number'))
}

/** The best of columns with values: further ones fill the gaps of an email or a phone. */
const sortByFill = (candidates: readonly { column: SampledColumn; score: number }[]) =>
  candidates.toSorted(
    (a, b) => Number(countFilled(b.column) > 0) - Number(countFilled(a.column) > 0) || b.score - a.score,
  )[0]

/** The best of columns for a field, unless another as good has at least half as many values again. */
function chooseFuller(candidates: readonly { column: SampledColumn; score: number }[]) {
  const sorted = candidates.toSorted((a, b) => b.score - a.score)
  const alike = sorted.filter(({ score }) => score > (sorted[0]?.score ?? 0) - 25)
  const fullest = Math.max(0, ...alike.map(({ column }) => countFilled(column)))
  return alike.find(({ column }) => countFilled(column) * 1.5 > fullest || fullest === 0)
}

/** Further columns of emails, phones and opt-outs, by index: they fill a row's field where its own column is empty. */
export function spareColumns(
  type: ListTypeId,
  {
    fields,
    columns,
    isOpen,
  }: {
    fields: readonly FieldDefinition[]
    columns: readonly SampledColumn[]
    isOpen: (column: string) => boolean
  },
): [number, string][] {
  const spare = fields.filter(({ name }) => name === 'email' || name === 'phone' || name === 'opted_out')
  return columns.flatMap((column, at): [number, string][] => {
    if (!isOpen(column.name)) return []
    const forms = headingForms(column.name)
    const field = spare.find((one) => {
      const score = scoreColumn(type, one, column, forms, fieldByValues(column))
      if (score === null || one.name === 'opted_out') return score !== null
      return countFilled(column) === 0 || shareOfForm(one.name, column) >= 0.5
    })
    return field ? [[at, field.name]] : []
  })
}

/** Whether a column's numbers are codes, such as postal codes: a leading zero of a later file counts. */
export function hasCodes(heading: string): boolean {
  const codes = listColumnNames('local', 'postal_code')
  const last = foldText(heading).split(' ').at(-1) ?? ''
  return CODE_WORDS.has(last) || headingForms(heading).some(({ word }) => codes.includes(word))
}
