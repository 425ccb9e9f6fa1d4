/** How often each value occurs. */
export function countValues(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** The most common value, the first among equals; null when there is none. */
export const findMostCommon = (values: readonly string[]): string | null =>
  [...countValues(values)].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
