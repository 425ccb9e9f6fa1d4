import { getDomain } from 'tldts'
import type { CrawlOrder, CrawlProblem, PageVisit } from './crawl-types.ts'
import { createVariantLimit } from './endless-paths.ts'
import { createSiteScope, type SiteScope } from './page-address.ts'
import { createPageReader, type PageOutcome } from './page-reader.ts'
import { createPageRequest } from './page-request.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { createRequestBudget } from './request-budget.ts'
import { createSiteHosts } from './site-hosts.ts'
import { findStart, type SiteStart } from './start-address.ts'
import { createUrlFrontier, type QueuedPage } from './url-frontier.ts'

/** A crawl under way. */
export interface Crawl {
  run(): Promise<void>
  state: {
    pages: number
    requests: number
    /** Why the start page could not be read. */
    startProblem: CrawlProblem | null
    movedTo: string | null
  }
}

const MAX_LINKS_OF_PAGE = 5000
const MAX_BASE_CHARS = 2000
/** Links that are remembered as judged, the short ones. */
const MAX_JUDGED = 3000
const MAX_JUDGED_CHARS = 500
const ABSOLUTE = /^https?:\/\//i
/** Paths that are the same from every page. */
const FROM_ROOT = /^\/[^/\\\s]/
/** Hosts of one website that are asked at the same time, each as often as the settings allow. */
const BUSY_HOSTS = 4
/** Reading waits so long for the sitemaps, so that it begins with the best pages of all. */
const SITEMAP_GRACE_MS = 10_000
/** A start page that is not there does not say that there are no others. */
const GONE = new Set([404, 410])

/** What stands around a link. */
type LinkWords = { text: string; rel: string; depth: number; from: 'page' | 'sitemap' }

/** Makes a crawl that ends when `signal` fires. */
export function createCrawl(order: CrawlOrder, signal: AbortSignal): Crawl {
  const { settings } = order
  const state: Crawl['state'] = { pages: 0, requests: 0, startProblem: null, movedTo: null }
  const hosts = createSiteHosts(order, signal)
  const frontier = createUrlFrontier()
  const budget = createRequestBudget(settings.maxPages)
  const variants = createVariantLimit()
  const request = createPageRequest(order, hosts, signal, () => {
    state.requests += 1
  })

  /** What a link leads to; null when it is not to be read, or was. */
  const judge = (scope: SiteScope, href: string, base: string, about: LinkWords): QueuedPage | null => {
    const address = scope.read(href, base)
    if (!address || frontier.isTaken(address.key)) return null
    const { url, key } = address
    const { href: asRead, host } = url
    // Links marked nofollow are offered like others: the mark is about ranking and says nothing about access, which
    // robots.txt does. For the same reason `meta robots` and X-Robots-Tag, which are about indexing, are not read.
    const rank = order.rank({ url, ...about })
    if (rank === null || Number.isNaN(rank)) return null
    return {
      href: asRead,
      host,
      key,
      rank: Math.min(rank, Number.MAX_VALUE),
      isStartHost: scope.isStartHost(host),
      depth: about.depth,
    }
  }

  /** Most links of a page stand on all others, too; they are judged once. */
  const judged = new Map<string, QueuedPage | null>()
  const offer = (scope: SiteScope, href: string, base: string, about: LinkWords): void => {
    const { text, rel, depth, from } = about
    const start = ABSOLUTE.test(href) ? '' : base
    const link = `${depth} ${from} ${rel}\n${start}\n${href}\n${text}`
    let page = judged.get(link)
    if (page === undefined) {
      page = judge(scope, href, base, about)
      if (judged.size >= MAX_JUDGED) judged.clear()
      if (link.length <= MAX_JUDGED_CHARS) judged.set(link, page)
    }
    if (page) frontier.add(page)
  }

  const collect = (scope: SiteScope, url: URL, visit: PageVisit, depth: number): void => {
    // Every link is read against the base, so a long one would be paid thousands of times.
    const base = visit.base.length <= MAX_BASE_CHARS ? visit.base : url.href
    const root = base.includes('@') ? base : (URL.parse(base)?.origin ?? base)
    for (const { href, text, rel } of visit.links.slice(0, MAX_LINKS_OF_PAGE))
      offer(scope, href, FROM_ROOT.test(href) ? root : base, { text, rel, depth, from: 'page' })
  }

  const finish = (scope: SiteScope, outcome: PageOutcome, depth: number): void => {
    if (outcome.kind === 'read') {
      state.pages += 1
      collect(scope, outcome.url, outcome.visit, depth + 1)
    }
    order.onProgress?.({ pages: state.pages, queued: frontier.size() })
  }

  /** Reads the start page; false when that is the end of it. */
  const readStart = async (
    scope: SiteScope,
    url: URL,
    read: ReturnType<typeof createPageReader>,
  ): Promise<boolean> => {
    frontier.claim(scope.keyOf(url))
    if (!budget.take()) return false
    const outcome = await read(url, true)
    if (outcome.kind === 'read') scope.moveTo(outcome.url)
    finish(scope, outcome, 0)
    if (outcome.kind === 'moved') {
      state.startProblem = 'moved_elsewhere'
      state.movedTo = getDomain(outcome.to.hostname, { allowPrivateDomains: true }) ?? outcome.to.hostname
    } else if (outcome.kind === 'failed') {
      state.startProblem = outcome.problem
      return outcome.problem === 'not_html' || GONE.has(outcome.status ?? 0)
    }
    return outcome.kind === 'read'
  }

  /** Reads the sitemaps. Their addresses are kept until it is known from where the start page answers. */
  const startSitemaps = (scope: SiteScope, start: Exclude<SiteStart, { problem: CrawlProblem }>) => {
    const found: string[] = []
    const { sitemaps } = start.robots.rules
    const source = { start: start.url, named: sitemaps, hosts, isOwn: scope.isOwn, signal }
    const done =
      settings.maxPages > 1 ? readSitemaps(source, (href) => void found.push(href)) : Promise.resolve()
    // Whoever waits for it hears of it; until then nobody does.
    done.catch(() => {})
    return {
      done,
      offerAll() {
        for (const href of found.splice(0))
          offer(scope, href, start.url.href, { text: '', rel: '', depth: 1, from: 'sitemap' })
      },
    }
  }

  /** The hosts that were named, apart from the one that is being read, and the addresses to begin with. */
  const offerNamed = (scope: SiteScope, start: URL): void => {
    const { hosts: named = [], seeds = [] } = order
    for (const seed of seeds) offer(scope, seed, start.href, { text: '', rel: '', depth: 1, from: 'page' })
    if (named.length < 2) return
    for (const host of named)
      offer(scope, `${start.protocol}//${host}/`, start.href, { text: '', rel: '', depth: 1, from: 'page' })
  }

  const drain = (
    scope: SiteScope,
    read: ReturnType<typeof createPageReader>,
    later: Promise<void> | null,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const running = new Map<string, number>()
      let total = 0
      let isExpecting = later !== null
      const isFree = (host: string): boolean =>
        (running.get(host) ?? 0) < settings.hostConcurrency && hosts.isWilling(host)
      const count = (host: string, change: 1 | -1): void => {
        total += change
        running.set(host, (running.get(host) ?? 0) + change)
      }
      const begin = (page: QueuedPage, url: URL): void => {
        count(page.host, 1)
        read(url, false)
          .then((outcome) => {
            count(page.host, -1)
            finish(scope, outcome, page.depth)
            fill()
          })
          .catch(reject)
      }
      const fill = (): void => {
        while (total < settings.hostConcurrency * BUSY_HOSTS && !signal.aborted) {
          if (!budget.take()) break
          const page = frontier.next(isFree)
          if (!page) {
            budget.giveBack()
            break
          }
          const url = new URL(page.href)
          if (variants.admits(url)) begin(page, url)
          else budget.giveBack()
        }
        if (total === 0 && (!isExpecting || budget.isSpent())) resolve()
      }
      const arrive = (): void => {
        isExpecting = false
        fill()
      }
      later?.then(arrive, reject)
      fill()
    })

  return {
    state,
    async run() {
      const found = await findStart(order.domain, order.hosts ?? [], hosts)
      if ('problem' in found) {
        state.startProblem = found.problem
        return
      }
      const start = order.startPath ? { ...found, url: new URL(order.startPath, found.url) } : found
      const scope = createSiteScope(start.url)
      const read = createPageReader({ hosts, scope, frontier, budget, request })
      // Both are asked for at once; where only one request at a time is allowed, the page comes first.
      const first = readStart(scope, start.url, read)
      const sitemaps = startSitemaps(scope, start)
      if (!(await first)) return
      const inTime = await isDoneWithin(sitemaps.done, SITEMAP_GRACE_MS)
      sitemaps.offerAll()
      offerNamed(scope, start.url)
      await drain(scope, read, inTime ? null : sitemaps.done.then(sitemaps.offerAll))
    },
  }
}

/** Whether a piece of work is done before so many milliseconds are over. Rejects when it does. */
async function isDoneWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
