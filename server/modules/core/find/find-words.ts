/** Shortest word that the trigram index answers inside of a value. */
const INDEXED = 3

/** The words of a text as people type it, small and each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(text.toLowerCase().split(/\s+/).filter(Boolean)),
]

/** Whether a text is so short that it is looked for at the beginnings of values only, where an index still helps. */
export const isShort = (words: readonly string[]): boolean =>
  words.every((word) => [...word].length < INDEXED)

/** The first value that holds one of the words, in capitals or not. */
export const valueWith = (words: readonly string[], values: readonly (string | null)[]): string | null =>
  values.find((value) => value !== null && words.some((word) => value.toLowerCase().includes(word))) ?? null
