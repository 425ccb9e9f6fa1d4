import { getDomain } from 'tldts'
import type { CrawlInput, CrawlProblem, CrawlSummary } from './crawl-types.ts'
import { drainFrontier } from './drain-frontier.ts'
import { createLinkOffers, type LinkOffers } from './offer-links.ts'
import { createSiteScope, type SiteScope } from './page-address.ts'
import { createPageReader, type PageOutcome } from './page-reader.ts'
import { createPageRequest } from './page-request.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { createRequestBudget } from './request-budget.ts'
import { createSiteHosts } from './site-hosts.ts'
import { findStart, type SiteStart } from './start-address.ts'
import { createUrlFrontier, type QueuedPage } from './url-frontier.ts'

export interface Crawl {
  run(): Promise<void>
  /** Ends its connections. */
  close(): void
  state: Omit<CrawlSummary, 'problem' | 'tookMs'> & { startProblem: CrawlProblem | null }
}

/** How long reading waits for the sitemaps, to start with the best pages overall. */
const SITEMAP_GRACE_MS = 10_000
/** A missing start page does not mean that there are no others. */
const GONE = new Set([404, 410])
const MAX_BROKEN = 20

/** Creates a crawl that ends when `signal` fires. */
export function createCrawl(input: CrawlInput, signal: AbortSignal): Crawl {
  const { settings } = input
  const state: Crawl['state'] = {
    pages: 0,
    requests: 0,
    startProblem: null,
    movedTo: null,
    status: null,
    certificateError: null,
    linksFollowed: 0,
    broken: [],
  }
  const hosts = createSiteHosts(input, signal)
  const frontier = createUrlFrontier()
  const budget = createRequestBudget(settings.maxPages)
  const request = createPageRequest(input, hosts, signal, () => {
    state.requests += 1
  })

  const finish = (links: LinkOffers, outcome: PageOutcome, depth: number): void => {
    if (outcome.kind === 'read') {
      state.pages += 1
      links.collect(outcome.url, outcome.visit, depth + 1)
    }
    input.onProgress?.({ pages: state.pages, queued: frontier.size() })
  }

  /** Reads the start page; false when the crawl ends there. */
  const readStart = async (
    scope: SiteScope,
    links: LinkOffers,
    url: URL,
    read: ReturnType<typeof createPageReader>,
  ): Promise<boolean> => {
    frontier.claim(scope.makeKey(url))
    if (!budget.take()) return false
    const outcome = await read(url, true)
    if (outcome.kind === 'read') scope.moveTo(outcome.url)
    finish(links, outcome, 0)
    if (outcome.kind === 'moved') {
      state.startProblem = 'moved_elsewhere'
      state.movedTo = getDomain(outcome.to.hostname, { allowPrivateDomains: true }) ?? outcome.to.hostname
    } else if (outcome.kind === 'failed') {
      state.startProblem = outcome.problem
      state.status = outcome.status
      return outcome.problem === 'not_html' || GONE.has(outcome.status ?? 0)
    }
    return outcome.kind === 'read'
  }

  /** Reads the sitemaps. Their URLs are queued once the start page's origin is known. */
  const startSitemaps = (
    scope: SiteScope,
    links: LinkOffers,
    start: Exclude<SiteStart, { problem: CrawlProblem }>,
  ) => {
    const found: string[] = []
    const { sitemaps } = start.robots.rules
    const source = { start: start.url, named: sitemaps, hosts, isOwn: scope.isOwn, signal }
    const done =
      settings.maxPages > 1 ? readSitemaps(source, (href) => void found.push(href)) : Promise.resolve()
    // Not unhandled before someone awaits it.
    done.catch(() => {})
    return {
      done,
      offerAll() {
        for (const href of found.splice(0))
          links.offer(href, start.url.href, { text: '', rel: '', depth: 1, from: 'sitemap' })
      },
    }
  }

  /** The given hosts, except the current one, and the start URLs. */
  const queueNamed = (links: LinkOffers, start: URL): void => {
    const { hosts: named = [], seeds = [] } = input
    for (const seed of seeds) links.offer(seed, start.href, { text: '', rel: '', depth: 1, from: 'page' })
    if (named.length < 2) return
    for (const host of named)
      links.offer(`${start.protocol}//${host}/`, start.href, { text: '', rel: '', depth: 1, from: 'page' })
  }

  return {
    state,
    close: hosts.close,
    async run() {
      const found = await findStart(input.domain, input.hosts ?? [], hosts)
      state.certificateError = found.certificateError
      if ('problem' in found) {
        state.startProblem = found.problem
        return
      }
      const start = input.startPath ? { ...found, url: new URL(input.startPath, found.url) } : found
      const scope = createSiteScope(start.url)
      const links = createLinkOffers({ scope, frontier, rank: (link) => input.rank(link) })
      const read = createPageReader({ hosts, scope, frontier, budget, request })
      // Both are requested at once; where only one request at a time is allowed, the page comes first.
      const first = readStart(scope, links, start.url, read)
      const sitemaps = startSitemaps(scope, links, start)
      if (!(await first)) return
      const inTime = await isDoneWithin(sitemaps.done, SITEMAP_GRACE_MS)
      sitemaps.offerAll()
      queueNamed(links, start.url)
      const { hostConcurrency } = settings
      const finishPage = (outcome: PageOutcome, page: QueuedPage) => {
        if (page.from === 'page') state.linksFollowed += 1
        const status = outcome.kind === 'failed' ? (outcome.status ?? 0) : 0
        if (page.from === 'page' && GONE.has(status) && state.broken.length < MAX_BROKEN)
          state.broken.push({ url: page.href, status })
        finish(links, outcome, page.depth)
      }
      await drainFrontier(
        { hosts, frontier, budget, hostConcurrency, signal, read, finish: finishPage },
        inTime ? null : sitemaps.done.then(sitemaps.offerAll),
      )
    },
  }
}

/** Whether work finishes within this many milliseconds. Rejects when it does. */
async function isDoneWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
