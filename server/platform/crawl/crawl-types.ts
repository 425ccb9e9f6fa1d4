import type { Outbound } from '../fetch/outbound.ts'

export interface CrawlSettings {
  /**
   * Maximum requests for pages, including failed ones, retries and redirects. Only redirects of the start page
   * are followed beyond it, as nothing can be read without them.
   */
  maxPages: number
  /** Concurrent requests per host. */
  hostConcurrency: number
  /** Milliseconds between the starts of two requests to one host; a longer Crawl-delay in robots.txt wins, up to 10 s. */
  delayMs: number
  /** Maximum decoded bytes of a page; the rest is ignored. */
  maxPageBytes: number
  /** Milliseconds for one page, from request to last byte. */
  pageTimeoutMs: number
  /** Milliseconds for the whole website; results until then count. */
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

export interface PageBody {
  /** Final URL, after redirects. */
  url: string
  /** Media type in lower case without parameters. */
  contentType: string
  /** Headers that name programs and hosts: `server: nginx`, one line each. */
  headers?: readonly string[]
  /** Milliseconds from the request to the first byte of the answer. */
  firstByteMs: number
  /** Last day (`2027-01-31`) of the certificate that the answer came with; null without one. */
  certificateExpires: string | null
  /** Decoded text in chunks, at most `maxPageBytes`. Leaving the loop early ends the request. */
  text: AsyncIterable<string>
}

/** A link as written in the page; `rel` and `text` help to rank it. */
export interface PageLink {
  href: string
  text: string
  rel: string
}

/** Links found by a visitor. `base` is the base URL of relative links. */
export interface PageVisit {
  links: PageLink[]
  base: string
}

/** Why nothing could be read. */
export type CrawlProblem =
  | 'not_found'
  | 'unreachable'
  | 'bad_certificate'
  | 'timeout'
  | 'blocked_address'
  | 'refused_by_robots'
  | 'moved_elsewhere'
  | 'not_html'
  | 'needs_cookies'
  | 'http_error'

export interface CrawlSummary {
  /** Pages with readable content. */
  pages: number
  /** Requests made for pages. */
  requests: number
  /** Set when no page could be read; null also when `signal` ended the crawl before that was known. */
  problem: CrawlProblem | null
  /** With `moved_elsewhere`: the other registrable domain. */
  movedTo: string | null
  /** Answer of the start page if it was an error. */
  status: number | null
  /** Code of the error for which a certificate was refused (`CERT_HAS_EXPIRED`); null if none was. */
  certificateError: string | null
  /** Links of pages that were followed. */
  linksFollowed: number
  /** Of those, the first that lead to a page that doesn’t exist. */
  broken: { url: string; status: number }[]
  tookMs: number
}

export interface CrawlInput {
  /** Registrable domain or host name to read, ASCII. */
  domain: string
  /** Start hosts in that domain, tried before the domain itself; the others are read as if linked. */
  hosts?: readonly string[]
  /** Path and query of the start page; `/` when absent. */
  startPath?: string
  /** URLs read as if the start page linked them. */
  seeds?: readonly string[]
  outbound: Outbound
  settings: CrawlSettings
  /** Product token for robots.txt. */
  robotsToken: string
  signal: AbortSignal
  /**
   * Higher is visited sooner; null skips the link. Equal ranks are read breadth-first. `from` is `sitemap` for
   * URLs only in the sitemap.
   */
  rank(link: { url: URL; text: string; rel: string; depth: number; from: 'page' | 'sitemap' }): number | null
  /**
   * Reads one page. Called for HTML (and for `extraTypes`); never again after `signal` fired. What it throws by
   * itself ends the crawl; errors of `text` count as a failed page.
   */
  visit(page: PageBody): Promise<PageVisit>
  /** Media types besides HTML worth a request, such as text/vcard. */
  extraTypes?: readonly string[]
  /** Called for every finished request. */
  onProgress?(progress: { pages: number; queued: number }): void
  /** Waits between requests; replaced in tests. Rejects when `signal` fires. */
  pause?(ms: number, signal: AbortSignal): Promise<void>
}
