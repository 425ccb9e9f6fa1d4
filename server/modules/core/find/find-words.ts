/** Shortest word that the trigram index finds inside a value. */
const INDEXED = 3

/** The words of a typed text, lowercase and each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(text.toLowerCase().split(/\s+/).filter(Boolean)),
]

/** Whether a text is too short for the trigram index, so that only prefixes are searched. */
export const isShort = (words: readonly string[]): boolean =>
  words.every((word) => [...word].length < INDEXED)

/** As `folded` in the database does. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

/** The first value containing one of the words, whatever the case and accents. */
export const valueWith = (words: readonly string[], values: readonly (string | null)[]): string | null =>
  values.find((value) => value !== null && words.some((word) => bare(value).includes(bare(word)))) ?? null
