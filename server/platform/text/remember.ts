const MAX_CHARS = 200

/** A part of a text keeps the whole of it in memory; a copy does not. */
const detached = (text: string): string => ` ${text}`.slice(1)

/**
 * Keeps the last answers of a pure function of one text. Files repeat the same countries, regions and categories
 * thousands of times. When `size` texts are known, all are forgotten and the collecting starts again.
 */
export function remember<T>(answer: (text: string) => T, size = 2000): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const hit = known.get(text)
    if (hit !== undefined) return hit
    // Long texts are not repeated ones.
    if (text.length > MAX_CHARS) return answer(text)
    const own = detached(text)
    const fresh = answer(own)
    if (known.size >= size) known.clear()
    known.set(own, fresh)
    return fresh
  }
}
