import { type RawBuilder, sql } from 'kysely'

/**
 * A text without case and accents, in the database: "Müller" is "muller", "Öko" is "oko". The index of the search text
 * of leads is over this expression, so it may change only with a migration.
 */
export const folded = (text: unknown): RawBuilder<string> =>
  sql<string>`(case when octet_length(${text}) = char_length(${text}) then lower(${text}) else replace(replace(replace(translate(regexp_replace(normalize(lower(${text}), nfd), '[\\u0300-\\u036f]', '', 'g'), 'øłđðı', 'olddi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end)`

/** The same of a text of ours. */
export const foldedText = (text: string): RawBuilder<string> => folded(sql`${text}::text`)

const PHONE = /^\+?[\d\s().\-/ ]+$/
/** Fewer are rather a house number or a year; a country code is telling. */
const FEWEST_DIGITS = 5
const FEWEST_WITH_PLUS = 3

/**
 * The digits that a phone in international form contains, of a number as people write it: "(0)" and leading zeros
 * are for dialling within a country. Null for other texts.
 */
export function phoneDigits(text: string): string | null {
  if (!PHONE.test(text.trim())) return null
  const digits = text.replace(/\(0\)/g, '').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= (text.trim().startsWith('+') ? FEWEST_WITH_PLUS : FEWEST_DIGITS) ? digits : null
}

/** Languages whose order the database knows. */

const LANGUAGES = new Set(
  'en ar cs da de el es fi fr he hi hu id it ja ko nb nl pl pt ro sv th tr uk vi zh'.split(' '),
)

/** A text to order by, as a reader of this locale expects: "Ábaco" before "Zebra", in Swedish "Öko" after it. */
export function collated(text: unknown, locale: string | null | undefined): RawBuilder<string> {
  const language = locale?.split('-')[0] ?? ''
  const collation = LANGUAGES.has(language) ? `${language}-x-icu` : 'und-x-icu'
  return sql<string>`lower(${text}) collate ${sql.raw(`"${collation}"`)}`
}
