import { untilAborted } from '../fetch/deadline.ts'
import type { CrawlInput, CrawlProblem, CrawlSummary } from './crawl-types.ts'
import { type Crawl, createCrawl } from './site-crawl.ts'

/**
 * Reads a website politely, the best pages first, and passes each to `order.visit`; stores nothing of a page.
 * Resolves when nothing is left, `maxPages` requests were made, `websiteTimeoutMs` have passed, or `signal`
 * fires. Network errors never reject; only what `visit` or `rank` throws does.
 */
export async function crawlWebsite(request: CrawlInput): Promise<CrawlSummary> {
  const startedAt = performance.now()
  const end = new AbortController()
  let isLate = false
  const stop = () => end.abort(request.signal.reason)
  const timer = setTimeout(() => {
    isLate = true
    end.abort(new Error('The time for this website is over'))
  }, request.settings.websiteTimeoutMs)
  request.signal.addEventListener('abort', stop, { once: true })
  if (request.signal.aborted) stop()

  const crawl = createCrawl(request, end.signal)
  try {
    if (!end.signal.aborted) await untilAborted(crawl.run(), end.signal)
  } catch (error) {
    if (!end.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', stop)
    // Ends pending requests, such as a sitemap.
    end.abort()
    crawl.close()
  }
  return summarise(crawl, isLate, performance.now() - startedAt)
}

function summarise(crawl: Crawl, isLate: boolean, tookMs: number): CrawlSummary {
  const { pages, startProblem, movedTo, ...facts } = crawl.state
  const problem: CrawlProblem | null = startProblem ?? (isLate ? 'timeout' : null)
  const isRead = pages > 0
  return { ...facts, pages, problem: isRead ? null : problem, movedTo: isRead ? null : movedTo, tookMs }
}
