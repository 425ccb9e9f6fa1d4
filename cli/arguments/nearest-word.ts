import { editDistance } from '#contract/core/edit-distance.ts'

/** The candidate closest to a mistyped word, or undefined when none is close. */
function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3))
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const isPrefix = word.length >= 3 && candidate.startsWith(word)
    const distance = isPrefix ? 1 : editDistance(word, candidate, limit)
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { candidate, distance }
  }
  return best?.candidate
}

/** " Did you mean X?" with a leading space, or an empty text. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const nearest = nearestWord(word, candidates)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
