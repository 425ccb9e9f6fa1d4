/** Number of single-character edits (insert, drop, replace, swap neighbours) between two words. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(last[column]! + 1, line[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) cost = Math.min(cost, before[column - 2]! + 1)
      line.push(cost)
    }
    before = last
    last = line
  }
  return last[b.length]!
}

/** The candidate closest to a mistyped word, or undefined when none is close. */
function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3))
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const isPrefix = word.length >= 3 && candidate.startsWith(word)
    const distance = isPrefix ? 1 : editDistance(word, candidate)
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { candidate, distance }
  }
  return best?.candidate
}

/** " Did you mean X?" with a leading space, or an empty text. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const nearest = nearestWord(word, candidates)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
