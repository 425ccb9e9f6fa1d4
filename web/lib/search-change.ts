/** The parsed query of a URL. */
export type RawSearch = Record<string, unknown>

/**
 * Query parameters of a page: how they are parsed and written. Unusable values fall back to defaults, so that
 * an old or malicious URL shows the page and never an error; defaults are left out of the URL.
 */
export interface PageSearch<T> {
  read: (raw: RawSearch) => T
  write: (value: T) => RawSearch
  /** Parameters whose change keeps the current page number. */
  stays: readonly (keyof T)[]
}

export const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Parameters after a change: a new query starts at the first page. */
export function changed<T extends object>(search: PageSearch<T>, now: T, change: Partial<T>): T {
  const startsNewQuery = (Object.keys(change) as (keyof T)[]).some(
    (key) => !search.stays.includes(key) && !same(change[key], now[key]),
  )
  return { ...now, ...(startsNewQuery && 'page' in now ? { page: 1 } : {}), ...change }
}
