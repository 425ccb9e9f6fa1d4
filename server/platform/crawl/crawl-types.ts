import type { Outbound } from '../fetch/outbound.ts'

/** How politely and how far a website is read. */
export interface CrawlSettings {
  /**
   * Pages read at most: never more requests for pages than this are made, failed ones, second tries and redirects
   * counted. Only redirects of the start page are followed beyond it, as there is nothing to read without them.
   */
  maxPages: number
  /** Requests to one host at a time. */
  hostConcurrency: number
  /** Milliseconds between the starts of two requests to one host; a longer Crawl-delay of robots.txt wins, up to 10 s. */
  delayMs: number
  /** Decoded bytes read of a page; the rest is not looked at. */
  maxPageBytes: number
  /** Milliseconds for one page, from request to last byte. */
  pageTimeoutMs: number
  /** Milliseconds for the whole website; what was read until then counts. */
  websiteTimeoutMs: number
}

export const CRAWL_DEFAULTS: CrawlSettings = {
  maxPages: 100,
  hostConcurrency: 2,
  delayMs: 250,
  maxPageBytes: 2_000_000,
  pageTimeoutMs: 15_000,
  websiteTimeoutMs: 300_000,
}

/** A page on its way in. */
export interface PageBody {
  /** Address that answered, after redirects. */
  url: string
  /** Media type in lower case without parameters. */
  contentType: string
  /** Decoded text in pieces, at most `maxPageBytes` of it. Leaving the loop early ends the request. */
  text: AsyncIterable<string>
}

/** A link as the page writes it; `rel` and `text` help to rank it. */
export interface PageLink {
  href: string
  text: string
  rel: string
}

/** What a visitor found to continue with. `base` is the address that relative links start from. */
export interface PageVisit {
  links: PageLink[]
  base: string
}

/** Why nothing could be read. */
export type CrawlProblem =
  | 'not_found'
  | 'unreachable'
  | 'timeout'
  | 'blocked_address'
  | 'refused_by_robots'
  | 'moved_elsewhere'
  | 'not_html'
  | 'http_error'

export interface CrawlSummary {
  /** Pages that answered with something to read. */
  pages: number
  /** Requests for pages that were made. */
  requests: number
  /** Set when no page could be read; null also when `signal` ended the crawl before that was known. */
  problem: CrawlProblem | null
  /** With `moved_elsewhere`: the other registrable domain. */
  movedTo: string | null
  tookMs: number
}

export interface CrawlInput {
  /** Registrable domain or host name to read, ASCII. */
  domain: string
  /** Hosts of that domain to start at, before the domain itself; the others of them are read as if they were linked. */
  hosts?: readonly string[]
  /** Path and query of the page that reading starts with; `/` when absent. */
  startPath?: string
  /** Addresses that are read as if the start page linked them. */
  seeds?: readonly string[]
  outbound: Outbound
  settings: CrawlSettings
  /** Product token that robots.txt may name. */
  robotsToken: string
  signal: AbortSignal
  /**
   * Higher is visited sooner; null leaves the link out. Equal ranks go breadth-first. `from` is `sitemap` for
   * addresses that only the sitemap names.
   */
  rank(link: { url: URL; text: string; rel: string; depth: number; from: 'page' | 'sitemap' }): number | null
  /**
   * Reads one page. Called for HTML (and for media types of `extraTypes`); never again after `signal` fired. What it
   * throws by itself ends the crawl; errors of `text` that come through it count as a page that failed.
   */
  visit(page: PageBody): Promise<PageVisit>
  /** Media types besides HTML that are worth a request, such as text/vcard. */
  extraTypes?: readonly string[]
  /** Hears of every finished request. */
  onProgress?(progress: { pages: number; queued: number }): void
  /** Waits between requests; replaced in tests. Rejects when `signal` fires. */
  pause?(ms: number, signal: AbortSignal): Promise<void>
}
