import { foldText } from '#server/platform/text/fold-text.ts'

/** Shortest word that the trigram index finds inside a value. */
const INDEXED = 3

/** The words of a typed text, lowercase and each once. */
export const splitWords = (text: string): string[] => [
  ...new Set(text.toLowerCase().split(/\s+/).filter(Boolean)),
]

/** Whether a text is too short for the trigram index, so that only prefixes are searched. */
export const isShort = (words: readonly string[]): boolean =>
  words.every((word) => [...word].length < INDEXED)

/** The first value containing one of the words, whatever the case and accents. */
export function valueWith(words: readonly string[], values: readonly (string | null)[]): string | null {
  const folded = words.map(foldText).filter(Boolean)
  return (
    values.find((value) => value !== null && folded.some((word) => foldText(value).includes(word))) ?? null
  )
}
