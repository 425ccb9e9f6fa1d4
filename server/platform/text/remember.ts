/**
 * Keeps the last answers of a pure function of one text. Files repeat the same countries, regions and categories
 * thousands of times. When `size` texts are known, all are forgotten and the collecting starts again.
 */
export function remember<T>(answer: (text: string) => T, size = 2000): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const hit = known.get(text)
    if (hit !== undefined) return hit
    const fresh = answer(text)
    if (known.size >= size) known.clear()
    // Long texts are not repeated ones.
    if (text.length <= 200) known.set(text, fresh)
    return fresh
  }
}
