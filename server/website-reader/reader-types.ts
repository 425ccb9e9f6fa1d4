import type { Clock } from '#server/platform/clock.ts'
import type { CrawlSettings } from '#server/platform/crawl/crawl-types.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import type { WebsiteReport } from './website-report.ts'

/** How one website is read. */
export interface ReadOptions {
  /** Pages requested at most; the reader's setting when not given. */
  maxPages?: number
  /** Hosts of the domain at which reading begins, the first one that answers; the domain itself when there are none. */
  hosts?: readonly string[]
  /** Also reads how the website is made, for `signals`. */
  withSignals?: boolean
  signal: AbortSignal
  onProgress?(progress: { pages: number; queued: number }): void
}

/** Reads companies' own websites. */
export interface WebsiteReader {
  /**
   * Everything that a company's website says about it. `domain` may be a URL or an address. Never rejects for what a
   * website does: then `problem` tells why nothing was read. After `signal`, answers with what was read until then.
   */
  read(domain: string, options: ReadOptions): Promise<WebsiteReport>
}

export interface WebsiteReaderSetup {
  outbound: Outbound
  /** Crawl defaults where not given. */
  settings?: Partial<CrawlSettings>
  /** Product token that robots.txt may name. */
  robotsToken: string
  /** For signals of the domain; they are unknown without it. */
  dns?: Pick<DnsClient, 'txt' | 'mx' | 'ns'>
  /** For signals about dates. */
  clock?: Clock
}
