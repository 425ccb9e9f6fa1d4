import { foldText } from '#server/platform/text/fold-text.ts'

/** Equivalent words in business names, and spelling variants. */
const SAME_WORD: Record<string, string> = {
  store: 'shop',
  center: 'centre',
  theater: 'theatre',
  jewellery: 'jewelry',
  jeweller: 'jewelry',
  jeweler: 'jewelry',
  tire: 'tyre',
  grey: 'gray',
  and: '',
}

/** `foldText` with every word in singular and in one spelling: `"Shoe Stores"` becomes `"shoe shop"`. */
export function wordKey(text: string): string {
  return foldText(text)
    .split(' ')
    .map((word) => singular(word))
    .map((word) => SAME_WORD[word] ?? word)
    .filter(Boolean)
    .join(' ')
}

function singular(word: string): string {
  if (word.length <= 3 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word
  if (/(ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
