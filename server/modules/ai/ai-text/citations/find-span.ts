const SPACES = /\s+/gu
/** Characters that look different and mean the same. */
const ALIKE: [RegExp, string][] = [
  [/[‘’‛`´]/gu, "'"],
  [/[“”„«»]/gu, '"'],
  [/[‐‑‒–—―]/gu, '-'],
]
const LONGEST_QUOTE = 500
const SHORTEST_QUOTE = 2

/** Normalizes punctuation and spaces. */
export const plain = (text: string): string =>
  ALIKE.reduce((now, [from, to]) => now.replace(from, to), text.normalize('NFKC'))
    .replace(SPACES, ' ')
    .trim()

/** The end of a claim: of a sentence, line or clause. */
const BOUNDARY = /(?<=[.!?])\s+(?=[\p{Lu}\d"'(])|\n+|;\s+|,\s+(?=(?:but|whereas)\b)/gu

/**
 * The clauses of a source that contain a quote, so that a quote cannot drop a preceding "no longer"; null when
 * the source does not contain it word for word.
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
  // Part of a word is no quote: "2010" does not contain "10".
  if (!isEdge(from - 1) || !isEdge(from + wanted.length)) return null
  let at = 0
  return clauses.filter((clause) => {
    const [begin, end] = [at, at + clause.length]
    at = end + 1
    return begin < from + wanted.length && end > from
  })
}
