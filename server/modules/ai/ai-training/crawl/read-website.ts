import type { CrawlSettings, PageBody, PageVisit } from '#server/platform/crawl/crawl-types.ts'
import { crawlWebsite } from '#server/platform/crawl/crawl-website.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { type PreparedText, prepareText } from '../text/prepare-text.ts'
import { readAddresses } from './page-links.ts'
import { readPage } from './read-page.ts'
import { watchOutbound } from './watched-outbound.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** The crawler for the pages of one website. */
    trainingCrawling: TrainingCrawling
  }
}

export interface TrainingCrawling {
  outbound: Outbound
  settings: CrawlSettings
  robotsToken: string
}

export interface ReadPage {
  url: string
  title: string
  text: PreparedText
  links: string[]
}

export interface WebsiteInput {
  domain: string
  startPath: string
  /** Number of pages to read, including `known`. */
  pages: number
  /** Pages with text from an earlier try, and the links it found. */
  known: ReadonlySet<string>
  digests: ReadonlySet<string>
  links: readonly string[]
  /** Pages in the training: read first, to see whether they still exist or have changed. */
  saved: readonly string[]
  signal: AbortSignal
  /** Receives each page in turn. */
  take(page: ReadPage): Promise<void>
}

/** The result: why nothing was read (null otherwise), and which saved pages are gone. */
export interface WebsiteOutcome {
  problem: string | null
  gone: string[]
}

/** A website that requests long pauses may take long; one that never ends is abandoned after this. */
const LONGEST_MS = 3 * 60 * 60 * 1000
const MAX_BEYOND = 1000
const SAVED_FIRST = 1_000_000
const NO_PAGE =
  /\/(?:wp-admin|wp-json|wp-login|cart|checkout|login|signin|logout|register|feed)(?:\/|\.php|$)/i

const bareHost = (url: URL): string => url.hostname.replace(/^www\./, '')

async function joined(text: AsyncIterable<string>): Promise<string> {
  const parts: string[] = []
  for await (const part of text) parts.push(part)
  return parts.join('')
}

const makeSettings = ({ settings }: TrainingCrawling, maxPages: number) => ({
  ...settings,
  websiteTimeoutMs: LONGEST_MS,
  maxPages,
})

/**
 * Reads exactly `pages` pages with distinct text, or all where the website has fewer. Pages that fail, have no
 * text or duplicate another do not count: the crawl repeats for the missing ones, until a round finds nothing
 * new.
 */
export async function readWebsite(crawling: TrainingCrawling, input: WebsiteInput): Promise<WebsiteOutcome> {
  const { signal, domain, startPath } = input
  const { outbound, results } = watchOutbound(crawling.outbound)
  const [known, digests, seen] = [new Set(input.known), new Set(input.digests), new Set(input.known)]
  const saved = new Set(input.saved)
  const pending = new Set([...input.saved, ...input.links])
  const hosts = new Set([domain.replace(/^www\./, '')])
  const enough = new AbortController()
  let [count, problem] = [known.size, null as string | null]

  async function visit({ url, text }: PageBody): Promise<PageVisit> {
    const html = await joined(text)
    const isKnown = seen.has(url) || count >= input.pages
    const { page, ...found } = await readPage({ html, url, isKnown }, signal)
    if (hosts.size === 1) hosts.add(bareHost(new URL(url)))
    if (seen.has(url) || count >= input.pages) return found
    seen.add(url)
    if (!page) return found
    const prepared = await prepareText(page.text, 'auto')
    const links = readAddresses(found)
    for (const link of links) pending.add(link)
    if (prepared.tokens === 0 || digests.has(prepared.digest) || count >= input.pages) return found
    digests.add(prepared.digest)
    known.add(url)
    count += 1
    await input.take({ url, title: page.title || new URL(url).pathname, text: prepared, links })
    if (count >= input.pages) enough.abort()
    return found
  }

  /** Extra pages a round may read beyond the missing ones: more after each round without results. */
  let beyond = 0
  while (count < input.pages) {
    const [before, examined] = [count, seen.size + results.useless.size]
    const round = await crawlWebsite({
      domain,
      startPath,
      outbound,
      visit,
      // The start page is read in every round as an entry point.
      settings: makeSettings(crawling, input.pages - count + beyond + (seen.size > 0 ? 1 : 0)),
      robotsToken: crawling.robotsToken,
      signal: AbortSignal.any([signal, enough.signal]),
      seeds: input.pages === 1 ? [] : [...pending].filter((link) => !seen.has(link)),
      rank({ url, depth }) {
        if (seen.has(url.href) || results.useless.has(url.href)) return null
        if (!hosts.has(bareHost(url)) || NO_PAGE.test(url.pathname)) return null
        return saved.has(url.href) ? SAVED_FIRST : -depth
      },
    })
    signal.throwIfAborted()
    problem ??= round.problem
    if (input.pages === 1 || seen.size + results.useless.size === examined) break
    beyond = count > before ? 0 : Math.min(beyond * 2 + 4, MAX_BEYOND)
  }
  return {
    problem: count > 0 ? null : (problem ?? 'no_text'),
    gone: [...saved].filter((url) => results.gone.has(url)),
  }
}
