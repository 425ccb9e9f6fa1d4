import { findProblem } from './crawl-problem.ts'
import type { CrawlProblem, PageVisit } from './crawl-types.ts'
import type { SiteScope } from './page-address.ts'
import type { PageAnswer } from './page-request.ts'
import type { RequestBudget } from './request-budget.ts'
import type { SiteHosts } from './site-hosts.ts'
import type { UrlFrontier } from './url-frontier.ts'

/** The result of one URL, after all redirects. */
export type PageOutcome =
  | { kind: 'read'; url: URL; visit: PageVisit }
  | { kind: 'failed'; problem: CrawlProblem; status: number | null }
  /** Redirected out of the website. */
  | { kind: 'moved'; to: URL }
  /** Redirected to a page that was read before or is not to be read. */
  | { kind: 'skipped' }

const MAX_REDIRECTS = 5
/** Seconds; a server that asks for more is not waited for. */
const MAX_RETRY_AFTER = 10

export interface PageReaderParts {
  hosts: SiteHosts
  scope: SiteScope
  frontier: UrlFrontier
  budget: RequestBudget
  request(url: URL): Promise<PageAnswer>
}

/**
 * Creates the function that reads a page whose first request is already counted and whose key is already
 * claimed. Every redirect is a separate request: allowed by its host's robots.txt, in turn, and never to a page
 * that was read.
 */
export function createPageReader(
  parts: PageReaderParts,
): (start: URL, isStart: boolean) => Promise<PageOutcome> {
  const { hosts, scope, frontier, budget, request } = parts

  /** A server that asks to retry soon is retried once. */
  const send = async (url: URL): Promise<Exclude<PageAnswer, { kind: 'busy' }>> => {
    const first = await request(url)
    if (first.kind !== 'busy') return first
    const { retryAfter, status } = first
    if (retryAfter !== null && retryAfter <= MAX_RETRY_AFTER && budget.take()) {
      hosts.hold(url, retryAfter * 1000)
      const second = await request(url)
      if (second.kind !== 'busy') return second
    }
    hosts.slowDown(url)
    return { kind: 'failed', problem: 'http_error', status }
  }

  /** Whether a redirect may be followed: to another spelling of the same page, or to an unclaimed one. */
  const isNew = (from: URL, to: URL, visited: ReadonlySet<string>): boolean => {
    if (visited.has(to.href)) return false
    const key = scope.makeKey(to)
    return key === scope.makeKey(from) || frontier.claim(key)
  }

  return async (start, isStart) => {
    const visited = new Set<string>()
    let setsCookie = false
    for (let url = start; ; ) {
      const { rules, failure } = await hosts.robots(url)
      if (!rules.allows(url)) {
        if (url === start) budget.release()
        const problem = failure ? findProblem(failure) : 'refused_by_robots'
        return { kind: 'failed', problem, status: null }
      }
      if (url !== start && !budget.take() && !isStart) return { kind: 'skipped' }
      visited.add(url.href)
      const answer = await send(url)
      if (answer.kind !== 'redirect') return answer
      const { to } = answer
      setsCookie ||= answer.setsCookie
      if (!scope.isOwn(to)) return { kind: 'moved', to }
      // Back to where it was, with a cookie: others get the page there.
      if (setsCookie && visited.has(to.href))
        return { kind: 'failed', problem: 'needs_cookies', status: null }
      if (visited.size > MAX_REDIRECTS) return { kind: 'failed', problem: 'http_error', status: null }
      if (!isNew(url, to, visited) || scope.read(to.href, to.href) === null)
        return isStart ? { kind: 'failed', problem: 'http_error', status: null } : { kind: 'skipped' }
      url = to
    }
  }
}
