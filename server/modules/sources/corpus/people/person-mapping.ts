import { PERSON_FIELDS, type PersonField } from '#contract/sources/person-fields.ts'
import { foldText, foldToWord } from '#server/platform/text/fold-text.ts'
import { OTHER_THINGS, PERSON_COLUMN_NAMES, PERSON_COLUMN_PHRASES } from './person-columns.ts'

type Mapping = Partial<Record<PersonField, string>>

const lastPart = (column: string): string => column.slice(column.lastIndexOf('.') + 1)
const listed = (text: string | undefined): string[] => (text ? text.split(', ') : [])
const listNames = (field: PersonField): string[] => PERSON_COLUMN_NAMES[field].split(' ')

/** First and last names come before full ones: "Nom" beside "Prénom" is a last name, alone it is the full name. */
const ORDER: readonly PersonField[] = [
  'id',
  'first_name',
  'last_name',
  ...PERSON_FIELDS.filter((field) => !['id', 'first_name', 'last_name'].includes(field)),
]

/** Words of a column's name, splitting `fooBar`. */
const splitHeading = (column: string): string =>
  ` ${foldText(column.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))} `

/** A column whose name contains a field and nothing that changes its meaning. */
function fitsPhrase(field: PersonField, column: string): boolean {
  const phrase = PERSON_COLUMN_PHRASES[field]
  if (!phrase) return false
  const words = splitHeading(column)
  const has = listed(phrase.has).find((text) => words.includes(` ${text} `))
  if (has === undefined) return false
  const others = words.replace(` ${has} `, ' ').split(' ').filter(Boolean)
  const lacks = listed(phrase.lacks)
  return !others.some((word) => lacks.includes(word) || OTHER_THINGS.has(word))
}

/** A first or last name column without the other, which can contain full names, does. */
function settleNames(mapping: Mapping): Mapping {
  const { first_name: first, last_name: last, name } = mapping
  const only = first === undefined ? last : last === undefined ? first : undefined
  if (only === undefined || name !== undefined || !listNames('name').includes(foldToWord(only)))
    return mapping
  const { first_name: _first, last_name: _last, ...rest } = mapping
  return { ...rest, name: only }
}

/**
 * Guesses which column of a people list contains which field: by usual names, then by parts of longer ones. No
 * column is used twice.
 */
export function guessPersonMapping(header: readonly string[]): Mapping {
  const mapping: Mapping = {}
  const used = new Set<string>()
  const take = (field: PersonField, column: string | undefined) => {
    if (column === undefined || mapping[field] !== undefined) return
    mapping[field] = column
    used.add(column)
  }
  const free = () => header.filter((column) => !used.has(column))
  const named = (columns: string[], field: PersonField, makeKey: (column: string) => string) => {
    const keys = columns.map(makeKey)
    const name = listNames(field).find((candidate) => keys.includes(candidate))
    return name === undefined ? undefined : columns[keys.indexOf(name)]
  }
  for (const field of ORDER) take(field, named(free(), field, foldToWord))
  for (const field of ORDER) {
    // Nested objects with their own id or name are something else.
    if (field === 'id' || field === 'name') continue
    const within = free().filter((column) => column.includes('.'))
    take(
      field,
      named(within, field, (column) => foldToWord(lastPart(column))),
    )
  }
  for (const field of ORDER)
    take(
      field,
      free().find((column) => fitsPhrase(field, column)),
    )
  return settleNames(mapping)
}
