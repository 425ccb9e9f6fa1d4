const MAX_SEGMENTS = 15
/** Variants of one path before it counts as a filter, a calendar or a loop. */
const MAX_VARIANTS = 10
/** Programs that show all pages of a website at one path, by number. */
const MAX_NUMBERED = 100
/** Only this query parameter identifies a page and not a view of it. */
const PAGE_NUMBER = /^\?(?:page_?|article_?|content_?|node_?)?id=\d+$/i
/** `/2031/05`, `/2031-05-12/`, but not an article below it. */
const CALENDAR = /\/((?:19|20)\d\d)(?:[/-](?:0?[1-9]|1[0-2]))(?:[/-]\d{1,2})?\/?$/

/** Whether a URL belongs to an endless part. `year` is the current one. */
export function isEndless(url: URL, year: number): boolean {
  const inPath = CALENDAR.exec(url.pathname)
  if (inPath && Number(inPath[1]) > year + 1) return true
  return repeatsItself(url.pathname) || hasTwice(url) || namesHost(url)
}

/** `?p=2&p=3`: a link that is added to the query before it. `tag[]=a&tag[]=b` is a list. */
function hasTwice({ search, searchParams }: URL): boolean {
  if (!search) return false
  const names = [...searchParams.keys()].filter((name) => !name.endsWith('[]'))
  return new Set(names).size < names.length
}

/** `/www.acme.example/contact`: a link without its `https://`, read as a path. */
const namesHost = ({ hostname, pathname }: URL): boolean =>
  pathname.split('/').some((segment) => withoutWww(segment) === withoutWww(hostname))

export const withoutWww = (hostname: string): string =>
  hostname.startsWith('www.') ? hostname.slice(4) : hostname

/** `/a/b/a/b` and `/a/x/a/y/a`: relative links that append to themselves. */
function repeatsItself(path: string): boolean {
  const segments = path.split('/').filter(Boolean)
  if (segments.length > MAX_SEGMENTS) return true
  if (segments.length < 3) return false
  const counts = new Map<string, number>()
  for (const [at, segment] of segments.entries()) {
    // Repeated numbers in a date are legitimate.
    if (/^\d{1,2}$/.test(segment)) continue
    const count = (counts.get(segment) ?? 0) + 1
    if (count > 2) return true
    counts.set(segment, count)
    const isRepeatedPair = at >= 3 && segment === segments[at - 2] && segments[at - 1] === segments[at - 3]
    if (isRepeatedPair) return true
  }
  return false
}

export interface VariantLimit {
  admits(url: URL): boolean
}

export function createVariantLimit(): VariantLimit {
  const counts = new Map<string, number>()
  const admit = (key: string, max: number): boolean => {
    const count = counts.get(key) ?? 0
    if (count >= max) return false
    counts.set(key, count + 1)
    return true
  }
  return {
    admits(url) {
      const calendar = CALENDAR.exec(url.pathname)
      if (calendar) return admit(`${url.host}${url.pathname.slice(0, calendar.index)}/*`, MAX_VARIANTS)
      if (!url.search) return true
      const max = PAGE_NUMBER.test(url.search) ? MAX_NUMBERED : MAX_VARIANTS
      return admit(url.host + url.pathname, max)
    },
  }
}
