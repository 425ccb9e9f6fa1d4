const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
const ZERO = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Makes a text safe for a terminal: control characters and direction overrides become spaces. */
export const plainText = (text: string): string => text.replace(CONTROL, ' ')

const measureGrapheme = (grapheme: string): number => (ZERO.test(grapheme) ? 0 : WIDE.test(grapheme) ? 2 : 1)

/** Width of a text in terminal cells: two for wide characters, none for combining marks. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += measureGrapheme(segment)
  return width
}

/** Truncates a text to `width` cells with an ellipsis. */
export function fitWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let result = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += measureGrapheme(segment)
    if (used > width - 1) break
    result += segment
  }
  return `${result}…`
}
