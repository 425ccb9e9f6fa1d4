import type { ReadValue } from '#server/modules/privacy/suppression/index.ts'

/** Replacement for a person's value inside a text. */
export const MARK = '[erased]'

/** Patterns for a person's value: for PostgreSQL and for this program, both case-insensitive. */
export interface Pattern {
  sql: string
  js: RegExp
  /** A phone's digits, which JSON may contain as a number. */
  digits: string | null
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** `anna@acme.example` must not match in `joanna@acme.example` or `anna@acme.example.org`. */
const emailBody = (value: string) =>
  `(?:(?<![[:alnum:]._%+-])|(?<=\\\\[nrt]))${literal(value).replace('@', '(?:@|%40)')}(?![[:alnum:]_-]|\\.[[:alnum:]])`

const phoneBody = (value: string) =>
  `(?<![0-9])\\+?${value.replace(/\D/g, '').split('').join('[ ().\\/-]*')}(?![0-9])`

const profileBody = (value: string) =>
  `(?<![[:alnum:]-])${literal(value).replace(/^x\\\.com/, '(?:x|twitter)\\.com')}(?![[:alnum:]_%-])`

/** A pattern that finds a value in any text. */
export function makePattern({ kind, value }: ReadValue): Pattern {
  const body = kind === 'email' ? emailBody(value) : kind === 'phone' ? phoneBody(value) : profileBody(value)
  return {
    sql: body,
    js: new RegExp(body.replaceAll('[:alnum:]', '\\p{L}\\p{N}'), 'iu'),
    digits: kind === 'phone' ? value.replace(/\D/g, '') : null,
  }
}
