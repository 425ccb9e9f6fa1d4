/** Score of a match, and the matching ranges `[from, to)`. */
export interface Match {
  score: number
  ranges: [number, number][]
}

/** Lowercase text without accents, with the same length. */
const fold = (text: string): string =>
  text
    .split('')
    .map((letter) => (letter.normalize('NFD')[0] ?? letter).toLowerCase()[0] ?? letter)
    .join('')

const startsWord = (text: string, at: number): boolean => at === 0 || /[\s/·,.(@_-]/.test(text[at - 1] ?? '')

/** Matches a word literally; best at the start of the text or of a word. */
function asWritten(word: string, text: string): Match | null {
  let best = -1
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (best < 0) best = at
    if (startsWord(text, at)) {
      best = at
      break
    }
  }
  if (best < 0) return null
  const score = best === 0 ? 100 : startsWord(text, best) ? 80 : 50
  return { score, ranges: [[best, best + word.length]] }
}

/**
 * Matches letters that continue the previous one or start a word: `nwse` matches "New Search", `eac` does
 * not.
 */
function asInitials(word: string, text: string): Match | null {
  const walk = (letter: number, from: number): [number, number][] | null => {
    if (letter === word.length) return []
    for (
      let at = text.indexOf(word[letter] as string, from);
      at >= 0;
      at = text.indexOf(word[letter] as string, at + 1)
    ) {
      if (!startsWord(text, at) && !(letter > 0 && at === from)) continue
      const rest = walk(letter + 1, at + 1)
      if (rest) return [[at, at + 1], ...rest]
    }
    return null
  }
  const ranges = word.length < 2 ? null : walk(0, 0)
  return ranges && { score: 30 - ranges.length, ranges }
}

/** Sorts ranges and merges adjacent ones. */
function joined(ranges: [number, number][]): [number, number][] {
  const out: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}

/**
 * How well a query matches a text; null unless all of its words do. `also` are hidden search terms: a match
 * there scores less and highlights nothing.
 */
export function fuzzyMatch(query: string, text: string, also: readonly string[] = []): Match | null {
  const folded = fold(text)
  const others = also.map(fold)
  const words = fold(query).split(/\s+/).filter(Boolean)
  let score = 0
  const ranges: [number, number][] = []
  for (const word of words) {
    const other = others.some((one) => asWritten(word, one)) ? { score: 40, ranges: [] } : null
    const match = asWritten(word, folded) ?? other ?? asInitials(word, folded)
    if (!match) return null
    score += match.score
    ranges.push(...match.ranges)
  }
  // Of two equal matches, the shorter text is likelier.
  return words.length === 0
    ? null
    : { score: score / words.length - text.length / 100, ranges: joined(ranges) }
}

/** Ranges to highlight in a text that the server matched. */
export function markedRanges(query: string, text: string): [number, number][] {
  const folded = fold(text)
  const words = fold(query).split(/\s+/).filter(Boolean)
  return joined(words.flatMap((word) => asWritten(word, folded)?.ranges ?? []))
}
