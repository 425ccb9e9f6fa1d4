import type { CrawlInput, PageVisit } from './crawl-types.ts'
import type { SiteScope } from './page-address.ts'
import type { QueuedPage, UrlFrontier } from './url-frontier.ts'

const MAX_LINKS_OF_PAGE = 5000
const MAX_BASE_CHARS = 2000
/** Maximum remembered links, short ones only. */
const MAX_JUDGED = 3000
const MAX_JUDGED_CHARS = 500
const ABSOLUTE = /^https?:\/\//i
/** Absolute paths, the same on every page. */
const FROM_ROOT = /^\/[^/\\\s]/

type LinkFacts = { text: string; rel: string; depth: number; from: 'page' | 'sitemap' }

interface LinkOffersDeps {
  scope: SiteScope
  frontier: Pick<UrlFrontier, 'isTaken' | 'add'>
  rank: CrawlInput['rank']
}

/** Evaluates links and queues those to be read. */
export function createLinkOffers({ scope, frontier, rank }: LinkOffersDeps) {
  /** A link's target; null when it is not to be read, or was. */
  const judge = (href: string, base: string, about: LinkFacts): QueuedPage | null => {
    const address = scope.read(href, base)
    if (!address || frontier.isTaken(address.key)) return null
    const { url, key } = address
    const { href: asRead, host } = url
    // Nofollow links are treated like others: the attribute is about ranking and says nothing about access, which
    // robots.txt does. For the same reason `meta robots` and X-Robots-Tag, which are about indexing, are not read.
    const value = rank({ url, ...about })
    if (value === null || Number.isNaN(value)) return null
    return {
      href: asRead,
      host,
      key,
      rank: Math.min(value, Number.MAX_VALUE),
      isStartHost: scope.isStartHost(host),
      depth: about.depth,
      from: about.from,
    }
  }

  /** Most links of a page are on all others, too; they are evaluated once. */
  const judged = new Map<string, QueuedPage | null>()
  const offer = (href: string, base: string, about: LinkFacts): void => {
    const { text, rel, depth, from } = about
    const start = ABSOLUTE.test(href) ? '' : base
    const link = `${depth} ${from} ${rel}\n${start}\n${href}\n${text}`
    let page = judged.get(link)
    if (page === undefined) {
      page = judge(href, base, about)
      if (judged.size >= MAX_JUDGED) judged.clear()
      if (link.length <= MAX_JUDGED_CHARS) judged.set(link, page)
    }
    if (page) frontier.add(page)
  }

  const collect = (url: URL, visit: PageVisit, depth: number): void => {
    // Every link is resolved against the base, so a long one would be paid thousands of times.
    const base = visit.base.length <= MAX_BASE_CHARS ? visit.base : url.href
    const root = base.includes('@') ? base : (URL.parse(base)?.origin ?? base)
    for (const { href, text, rel } of visit.links.slice(0, MAX_LINKS_OF_PAGE))
      offer(href, FROM_ROOT.test(href) ? root : base, { text, rel, depth, from: 'page' })
  }

  return { offer, collect }
}

export type LinkOffers = ReturnType<typeof createLinkOffers>
