import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'

/** Invisible characters that hide words from searches: soft hyphens, zero-width characters, direction marks. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to go
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
/** Invisible letters of another plane, which carry text for machines. */
const TAGS = /[\u{e0000}-\u{e007f}]/gu

/** Normalized text: no control or invisible characters, single spaces, at most one empty line in a row. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(CONTROL, ' ')
    .replace(UNSEEN, '')
    .replace(TAGS, '')
    .split('\n')
    .map((line) => collapseSpaces(line).trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
