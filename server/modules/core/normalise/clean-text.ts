/** Control characters, and the byte order mark in the middle of a text; white space is left to the next step. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff]/g

/** Most cells: printable ASCII with single spaces inside. They need no work. */
const CLEAN = /^(?:[!-~]+(?: [!-~]+)*)?$/

/**
 * A text as it can be stored and compared: Unicode NFC, no control characters (NUL above all, which PostgreSQL
 * refuses), every run of white space one space, no space at the ends. Emoji and right-to-left text stay.
 */
export function cleanText(raw: string): string {
  if (CLEAN.test(raw)) return raw
  return raw
    .toWellFormed()
    .normalize('NFC')
    .replace(CONTROL, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
}

const NOTHING = new Set(['\\n', 'null', 'nan', 'n/a', '#n/a', 'none', 'undefined', '-', '--'])

/** True for what programs write into a cell that has no value. */
export function isNothing(text: string): boolean {
  return text.length <= 9 && (text === '' || NOTHING.has(text.toLowerCase()))
}
