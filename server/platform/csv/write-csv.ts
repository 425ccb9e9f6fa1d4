/** Byte order mark that makes spreadsheets use UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

export type CsvCell = string | number | null

/** Cell prefixes that spreadsheets execute as formulas, also full-width, and after white space. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/
const GUARDED = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/
const PHONE = /^\+?[\d ()./-]+$/
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

/** Where a spreadsheet that splits at semicolons or tabs would start a cell inside one of ours, despite quotes. */
const INNER_START = '[;\\t\\r\\n](?:"|[^\\S\\t\\r\\n])*'
/** What it would execute there. Sums of plain numbers and bulleted lists are harmless. */
const INNER_FORMULA =
  '(?=[=@＝＠＋－]|[+-](?![\\d ()./-]*(?:[;\\t\\r\\n]|$)| [^|(!=;\\t\\r\\n]*(?:[;\\t\\r\\n]|$)))'
const UNGUARDED_INSIDE = new RegExp(`(${INNER_START})('*${INNER_FORMULA})`, 'g')
const GUARDED_INSIDE = new RegExp(`(${INNER_START})'('*${INNER_FORMULA})`, 'g')

/**
 * One line of a CSV file (RFC 4180), with its CRLF. Null is an empty cell.
 *
 * Text that a spreadsheet would run as a formula gets a single quote in front; numbers (`-122.67`, `+15035550123`)
 * are harmless and stay. `guard[column] === false` marks columns of phones, in which phones written with spaces
 * and dashes stay as well. The same inside a cell, where a program that separates by semicolons or tabs would start
 * one. `unguard` gives back exactly what was written.
 */
export function csvLine(values: readonly CsvCell[], options: { guard?: readonly boolean[] } = {}): string {
  const { guard } = options
  let line = ''
  for (let column = 0; column < values.length; column++) {
    if (column > 0) line += ','
    line += csvCell(values[column]!, guard?.[column] === false)
  }
  // An empty line would not count as a row.
  return line === '' ? '""\r\n' : `${line}\r\n`
}

/** Removes the escapes that `csvLine` adds to formula-like texts. Other texts stay unchanged. */
export function unguard(text: string): string {
  const plain = text.includes("'") ? text.replace(GUARDED_INSIDE, '$1$2') : text
  return plain.charCodeAt(0) === 39 && GUARDED.test(plain) ? plain.slice(1) : plain
}

function csvCell(value: CsvCell, phones: boolean): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const text = startsHarmless(value) ? value : guarded(value, phones)
  if (!NEEDS_QUOTES.test(text)) return text
  return `"${text.replace(UNGUARDED_INSIDE, "$1'$2").replaceAll('"', '""')}"`
}

/** Starts with a digit or one of most letters: skips the regular expressions for nearly every cell. */
function startsHarmless(text: string): boolean {
  const code = text.charCodeAt(0)
  return (code >= 48 && code <= 57) || (code > 64 && code < 128) || Number.isNaN(code)
}

function guarded(text: string, phones: boolean): string {
  if (GUARDED.test(text)) return `'${text}`
  if (!FORMULA.test(text) || NUMBER.test(text) || (phones && PHONE.test(text))) return text
  return `'${text}`
}
