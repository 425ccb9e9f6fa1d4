const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Share of the words of a text that stand in another in the same order, and nothing besides: 1 is all. Looks at most 50 words ahead. */
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
