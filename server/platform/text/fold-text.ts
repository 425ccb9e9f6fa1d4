const MARKS = /\p{M}+/gu
const NOT_WORD = /[^\p{L}\p{N}]+/gu
/** Letters that Unicode does not decompose into a base letter and a mark. */
const LIGATURES: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
}
const BEYOND_ASCII = /[^\0-\x7f]/
const ASCII_QUOTES = /['`]/g
const NOT_ASCII_WORD = /[^a-z\d]+/g
const LIGATURE = /[ßøłđæœıþð]/g

/**
 * The form in which names are compared: lower case, without accents and punctuation, words separated by one space.
 * Letters of all scripts are kept. `"São-Paulo!"` becomes `"sao paulo"`.
 */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text))
    return text.toLowerCase().replace(ASCII_QUOTES, '').replace(NOT_ASCII_WORD, ' ').trim()
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LIGATURE, (letter) => LIGATURES[letter]!)
    .replace(/['’`´]/g, '')
    .replace(NOT_WORD, ' ')
    .trim()
}

/** A pattern for texts that `foldText` has folded, from one written with accents. */
export const foldPattern = (pattern: RegExp): RegExp =>
  new RegExp(pattern.source.normalize('NFKD').replace(MARKS, ''))

/** `foldText` in one word, for names that are written with and without spaces: `"Acme Inc."` becomes `"acmeinc"`. */
export const foldToWord = (text: string): string => foldText(text).replaceAll(' ', '')
