import { systemClock, within } from '#server/platform/clock.ts'
import {
  CRAWL_DEFAULTS,
  type CrawlSettings,
  type PageBody,
  type PageVisit,
} from '#server/platform/crawl/crawl-types.ts'
import { crawlWebsite } from '#server/platform/crawl/crawl-website.ts'
import { createKeyedSlots } from '#server/platform/keyed-slots.ts'
import { createSteps } from '#server/platform/yield-to-event-loop.ts'
import type { PageFindings } from './findings.ts'
import { normaliseDomain } from './normalise-domain.ts'
import { createPageBuilder, type PageTree, parsePage } from './page/page-tree.ts'
import { createLinkRank } from './rank-links.ts'
import { readPage } from './read-page.ts'
import type { WebsiteReader, WebsiteReaderSetup } from './reader-types.ts'
import { isReserved } from './registrable-domain.ts'
import { readDomainRecords } from './signals/domain-records.ts'
import { findPageSignals } from './signals/find-page-signals.ts'
import type { SignalReading } from './signals/signal-reading.ts'
import { type SeenPage, summariseSignals } from './signals/summarise-signals.ts'
import { summariseWebsite } from './summarise-website.ts'
import type { WebsiteReport } from './website-report.ts'

const VCARD_TYPES = ['text/vcard', 'text/x-vcard', 'text/directory'] as const

/** Pages taken apart at the same time by one reader. The work is all computing, and a page of many elements is large. */
const MAX_CONCURRENT_PAGES = 1

/** How much longer than the website its records in DNS may take; without them they are unknown. */
const RECORDS_GRACE_MS = 2000

const listInTime = async (records: Promise<SignalReading[]> | null): Promise<SignalReading[]> => {
  const found = records && (await within(RECORDS_GRACE_MS, records))
  return found === 'late' || !found ? [] : found
}

/** Makes the reader behind `createWebsiteReader`. */
export function createReader({
  outbound,
  settings,
  robotsToken,
  dns,
  clock = systemClock,
}: WebsiteReaderSetup): WebsiteReader {
  const defaults: CrawlSettings = { ...CRAWL_DEFAULTS, ...settings }
  const takeTurn = createKeyedSlots(MAX_CONCURRENT_PAGES)
  return {
    async read(given, { maxPages, hosts = [], withSignals = false, signal, onProgress }) {
      const domain = normaliseDomain(given)
      if (!domain) return createEmptyReport(given.trim().toLowerCase().slice(0, 253))
      const pages: PageFindings[] = []
      const seen: SeenPage[] = []
      // Names for examples have no records.
      const records = withSignals && dns && !isReserved(domain) ? readDomainRecords(dns, domain) : null
      const summary = await crawlWebsite({
        domain,
        hosts,
        outbound,
        settings: { ...defaults, maxPages: maxPages ?? defaults.maxPages },
        robotsToken,
        signal,
        rank: createLinkRank(domain),
        extraTypes: VCARD_TYPES,
        visit: (body) =>
          visitPage(body, { pages, ...(withSignals && { seen }) }, () => takeTurn('page', signal)),
        ...(onProgress && { onProgress }),
      })
      const report = summariseWebsite(domain, pages)
      return {
        ...report,
        signals: [
          ...summariseSignals(seen, {
            ...summary,
            hasEmail: report.emails.length > 0,
            hasSocial: report.socials.length > 0,
            now: clock.now(),
          }),
          ...(await listInTime(records)),
        ],
        pages: summary.pages,
        problem: summary.problem,
        moved_to: summary.movedTo,
        took_ms: Math.round(summary.tookMs),
      }
    },
  }
}

/** Reads one page; only what it holds is kept. Its text waits for its turn as text, which is small. */
async function visitPage(
  { url, contentType, text, headers, firstByteMs, certificateExpires }: PageBody,
  { pages, seen }: { pages: PageFindings[]; seen?: SeenPage[] },
  takeTurn: () => Promise<() => void>,
): Promise<PageVisit> {
  const pieces: string[] = []
  let bytes = 0
  for await (const piece of text) {
    pieces.push(piece)
    bytes += Buffer.byteLength(piece)
  }
  const leave = await takeTurn()
  try {
    const isCard = (VCARD_TYPES as readonly string[]).includes(contentType)
    const page = isCard ? buildVcardPage(url, pieces.join('')) : await buildPage(url, pieces)
    pages.push(await readPage(page))
    if (seen && !isCard)
      seen.push(
        copySeen({ url, bytes, firstByteMs, certificateExpires, ...findPageSignals(page, headers ?? []) }),
      )
    return { links: page.links, base: page.base }
  } finally {
    leave()
  }
}

/** Shares no text with the page, which would be kept in memory with it. */
const copySeen = (seen: SeenPage): SeenPage => JSON.parse(JSON.stringify(seen)) as SeenPage

async function buildPage(url: string, pieces: readonly string[]): Promise<PageTree> {
  const builder = createPageBuilder(url)
  const step = createSteps()
  for (const piece of pieces) await step(() => builder.write(piece))
  return builder.end()
}

/** A contact file as a page that holds nothing but it. */
function buildVcardPage(url: string, card: string): PageTree {
  const page = parsePage(url, '')
  page.scripts.push({ type: 'text/vcard', text: card })
  return page
}

function createEmptyReport(domain: string): WebsiteReport {
  return {
    domain,
    name: null,
    country: null,
    address: null,
    emails: [],
    phones: [],
    socials: [],
    people: [],
    signals: [],
    pages: 0,
    problem: 'bad_domain',
    moved_to: null,
    took_ms: 0,
  }
}
