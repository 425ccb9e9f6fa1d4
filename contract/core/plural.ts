/** A word in singular and plural; a text alone is both. */
export type Words = string | readonly [one: string, many: string]

/** The form of a word after this number. The only place that decides between one and many. */
export const wordFor = (count: number, words: Words): string =>
  typeof words === 'string' ? words : words[Math.abs(count) === 1 ? 0 : 1]

/** `1 lead`, `9,000 leads`, in English; the plural adds an s by default. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${wordFor(count, [one, many])}`
