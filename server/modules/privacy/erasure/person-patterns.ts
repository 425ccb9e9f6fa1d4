import type { ReadValue } from '#server/modules/privacy/suppression/index.ts'

/** Replaces a person's value in the middle of a text. */
export const MARK = '[erased]'

/** A person's value as it is looked for: for PostgreSQL and for this program, both without regard to capitals. */
export interface Pattern {
  sql: string
  js: RegExp
  /** Digits of a phone that a JSON document may hold as a number. */
  digits: string | null
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** `anna@acme.example` must not be found in `joanna@acme.example` or `anna@acme.example.org`. */
const emailBody = (value: string) =>
  `(?:(?<![[:alnum:]._%+-])|(?<=\\\\[nrt]))${literal(value).replace('@', '(?:@|%40)')}(?![[:alnum:]_-]|\\.[[:alnum:]])`

const phoneBody = (value: string) =>
  `(?<![0-9])\\+?${value.replace(/\D/g, '').split('').join('[ ().\\/-]*')}(?![0-9])`

const profileBody = (value: string) =>
  `(?<![[:alnum:]-])${literal(value).replace(/^x\\\.com/, '(?:x|twitter)\\.com')}(?![[:alnum:]_%-])`

/** How a value is found in any text, whatever stands around it. */
export function patternOf({ kind, value }: ReadValue): Pattern {
  const body = kind === 'email' ? emailBody(value) : kind === 'phone' ? phoneBody(value) : profileBody(value)
  return {
    sql: body,
    js: new RegExp(body.replaceAll('[:alnum:]', '\\p{L}\\p{N}'), 'iu'),
    digits: kind === 'phone' ? value.replace(/\D/g, '') : null,
  }
}
