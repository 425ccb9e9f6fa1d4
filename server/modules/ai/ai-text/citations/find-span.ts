const SPACES = /\s+/gu
/** Marks that print differently and mean the same. */
const ALIKE: [RegExp, string][] = [
  [/[‘’‛`´]/gu, "'"],
  [/[“”„«»]/gu, '"'],
  [/[‐‑‒–—―]/gu, '-'],
]
const LONGEST_QUOTE = 500
const SHORTEST_QUOTE = 2

/** A text in one writing of its marks and spaces. */
export const plain = (text: string): string =>
  ALIKE.reduce((now, [from, to]) => now.replace(from, to), text.normalize('NFKC'))
    .replace(SPACES, ' ')
    .trim()

/** Where a claim ends: at the end of a sentence, of a line and of a half-sentence. */
const BOUNDARY = /(?<=[.!?])\s+(?=[\p{Lu}\d"'(])|\n+|;\s+|,\s+(?=(?:but|whereas)\b)/gu

/**
 * The clauses of a source that a quote lies in, so that a quote cannot leave the "no longer" before it out; null when
 * the source does not say it word for word.
 */
export function findClauses(source: string, quote: string): string[] | null {
  const wanted = plain(quote).toLowerCase()
  if (wanted.length < SHORTEST_QUOTE || wanted.length > LONGEST_QUOTE) return null
  const clauses = source
    .split(BOUNDARY)
    .map(plain)
    .filter((clause) => clause !== '')
  const whole = clauses.join(' ').toLowerCase()
  const from = whole.indexOf(wanted)
  if (from < 0) return null
  const isEdge = (at: number) => !/[\p{L}\p{N}]/u.test(whole[at] ?? ' ')
  // Half a word is no quote: "10" is not said by "2010".
  if (!isEdge(from - 1) || !isEdge(from + wanted.length)) return null
  let at = 0
  return clauses.filter((clause) => {
    const [begin, end] = [at, at + clause.length]
    at = end + 1
    return begin < from + wanted.length && end > from
  })
}
