const MAX_CHARS = 200

/** A slice keeps the whole string in memory; a copy does not. */
const detached = (text: string): string => ` ${text}`.slice(1)

/**
 * Caches a pure function of one text. Files repeat the same countries, regions and categories thousands of times. At
 * `size` texts the cache is cleared.
 */
export function memoize<T>(answer: (text: string) => T, size = 2000): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const hit = known.get(text)
    if (hit !== undefined) return hit
    // Long texts rarely repeat.
    if (text.length > MAX_CHARS) return answer(text)
    const own = detached(text)
    const fresh = answer(own)
    if (known.size >= size) known.clear()
    known.set(own, fresh)
    return fresh
  }
}

/** Calls `make` once per object, and keeps what it returned as long as the object lives. */
export function memoizePerObject<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key) as V
  }
}
