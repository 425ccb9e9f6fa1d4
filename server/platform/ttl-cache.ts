/** A cache with an expiry, which also drops the least recently used entries when it is full. */
export interface TtlCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** `now` is in milliseconds, of any clock. */
export function createTtlCache<Value>({
  ttlMs,
  max,
  now = () => performance.now(),
}: {
  ttlMs: number
  max: number
  now?: () => number
}): TtlCache<Value> {
  // A Map keeps insertion order: the first key is the least recently used one.
  const entries = new Map<string, { value: Value; until: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.until <= now()) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, until: now() + ttlMs })
      const [oldest] = entries.keys()
      if (entries.size > max && oldest !== undefined) entries.delete(oldest)
    },
  }
}
