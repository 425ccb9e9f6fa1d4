/** Where a query was found in a text: how well, and which letters `[from, to)`. */
export interface Match {
  score: number
  ranges: [number, number][]
}

/** Letters without accents and capitals, each at its own place. */
const fold = (text: string): string =>
  text
    .split('')
    .map((letter) => (letter.normalize('NFD')[0] ?? letter).toLowerCase()[0] ?? letter)
    .join('')

const startsWord = (text: string, at: number): boolean => at === 0 || /[\s/·,.(@_-]/.test(text[at - 1] ?? '')

/** The word as it is, best at the beginning of the text or of a word. */
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

/** Letters that each go on from the last one or start a word: `nwse` is in "New Search", `eac` is not. */
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

/** Ranges in order, those that touch made one. */
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
 * How well a query is found in a text; null when one of its words is not. The same for other words (`also`) that
 * mean the text but are not shown: a hit there counts less and marks nothing.
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
  // Of two equal hits the shorter text is meant more often.
  return words.length === 0
    ? null
    : { score: score / words.length - text.length / 100, ranges: joined(ranges) }
}

/** Where the words of a query are in a text that was found by someone else. */
export function markedRanges(query: string, text: string): [number, number][] {
  const folded = fold(text)
  const words = fold(query).split(/\s+/).filter(Boolean)
  return joined(words.flatMap((word) => asWritten(word, folded)?.ranges ?? []))
}
