/** Control characters, and a byte order mark inside a text; white space is handled next. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff]/g

/** Most cells are printable ASCII with single spaces, and need no work. */
const CLEAN = /^(?:[!-~]+(?: [!-~]+)*)?$/

/**
 * A text for storage and comparison: Unicode NFC, no control characters (especially NUL, which PostgreSQL
 * rejects), single spaces, trimmed. Emoji and right-to-left text stay.
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

const NOTHING = new Set([
  ...[
    '\\n',
    'null',
    'nan',
    'n/a',
    '#n/a',
    'none',
    'undefined',
    '-',
    '--',
    '---',
    '–',
    '—',
    '[]',
    '{}',
    '#ref!',
    '#value!',
  ],
  ...['upgrade to reveal', 'upgrade to view', 'access email', 'request email', 'not available', 'no email'],
])

/** Whether a cell has a program's placeholder for no value. */
export function isNothing(text: string): boolean {
  return text.length <= 17 && (text === '' || NOTHING.has(text.toLowerCase()))
}
