import type { KnownNames } from '#server/modules/leads/leads/index.ts'

/** Somebody whom a website names now; name and pages as keyed digests. */
export interface SeenName {
  name: string
  /** Pages on which it stands, with their addresses. */
  pages: readonly { key: string; url: string }[]
  role: string | null
  /** The lead says so itself. */
  isKnown: boolean
}

/** Whoever is new, with the day and a page on which they were first seen. */
interface NewName {
  role: string | null
  url: string
  day: string
}

/** More than a company’s website names; the newest stay. */
const MAX_NAMES = 500
const MAX_PAGES = 200

const unite = (known: readonly string[], more: readonly string[], most: number): string[] =>
  [...new Set([...known, ...more])].slice(-most)

/**
 * Whom a website names for the first time, and what is known afterwards. A new name counts when the next visit that
 * names anybody sees it again, on a page that named others before: a page read for the first time says nothing about
 * when. A website on which more names are new than known is read differently, or another one, and has no news.
 * @param known null: the website named nobody yet
 * @param day of the visit, `2026-11-29`
 */
export function compareNames(
  known: KnownNames | null,
  seen: readonly SeenName[],
  day: string,
): { news: NewName[]; known: KnownNames } {
  const names = new Set(known?.names)
  const pages = new Set(known?.pages)
  const fresh = seen.flatMap(({ name, role, isKnown, pages: own }) => {
    const page = isKnown || names.has(name) ? undefined : own.find(({ key }) => pages.has(key))
    return page ? [{ name, role, url: page.url }] : []
  })
  const familiar = seen.filter(({ name }) => names.has(name)).length
  const isNews = fresh.length <= familiar
  const before = known?.waiting ?? {}
  const isSure = ({ name }: { name: string }) => before[name] !== undefined
  const held = new Set(isNews ? fresh.filter((one) => !isSure(one)).map(({ name }) => name) : [])
  return {
    news: isNews
      ? fresh.filter(isSure).map(({ name, role, url }) => ({ role, url, day: before[name] as string }))
      : [],
    known: {
      names: unite(
        known?.names ?? [],
        seen.flatMap(({ name }) => (held.has(name) ? [] : name)),
        MAX_NAMES,
      ),
      pages: unite(
        known?.pages ?? [],
        seen.flatMap((one) => one.pages.map(({ key }) => key)),
        MAX_PAGES,
      ),
      waiting: Object.fromEntries([...held].map((name) => [name, day])),
    },
  }
}
