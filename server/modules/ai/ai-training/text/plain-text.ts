import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'

/** Characters that no reader sees and that hide words from searches: soft hyphens, zero-width ones, marks of direction. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to go
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
/** Letters of another plane that look like none: they carry text that only a machine reads. */
const TAGS = /[\u{e0000}-\u{e007f}]/gu

/** Text as it is kept: no control or unseen characters, single blanks, at most one empty line between two lines. */
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
