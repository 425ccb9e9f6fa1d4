/** The search object of an address, as the router has parsed it. */
export type RawSearch = Record<string, unknown>

/**
 * The parameters of a page: how they are read from an address and written to it. Whatever is unusable falls back to
 * its default, so that an old or hostile address shows the page and never an error; defaults stay out of the address.
 */
export interface PageSearch<T> {
  read: (raw: RawSearch) => T
  write: (value: T) => RawSearch
  /** Parameters whose change leaves the page of rows where it is. */
  stays: readonly (keyof T)[]
}

/** Whether two values are the same in an address. */
export const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Parameters after a change: another question starts at the first page. */
export function changed<T extends object>(search: PageSearch<T>, now: T, change: Partial<T>): T {
  const startsNewQuery = (Object.keys(change) as (keyof T)[]).some(
    (key) => !search.stays.includes(key) && !same(change[key], now[key]),
  )
  return { ...now, ...(startsNewQuery && 'page' in now ? { page: 1 } : {}), ...change }
}
