const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Share of the words of `wanted` that `got` has in the same order, and nothing else: 1 is all. Looks at most 50
 * words ahead.
 */
export function wordsInOrder(wanted: string, got: string): number {
  const [expected, found] = [wordsOf(wanted), wordsOf(got)]
  let at = 0
  let hits = 0
  for (const word of expected) {
    const next = found.indexOf(word, at)
    if (next === -1 || next - at > 50) continue
    hits += 1
    at = next + 1
  }
  return hits / Math.max(expected.length, found.length, 1)
}

/** Share of the words of `wanted` that `got` has, in any order, with duplicates. */
export function wordsFound(wanted: string, got: string): number {
  const left = new Map<string, number>()
  for (const word of wordsOf(got)) left.set(word, (left.get(word) ?? 0) + 1)
  const expected = wordsOf(wanted)
  const hits = expected.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
  return hits.length / Math.max(expected.length, 1)
}
