import { createVariantLimit } from './endless-paths.ts'
import type { createPageReader, PageOutcome } from './page-reader.ts'
import type { RequestBudget } from './request-budget.ts'
import type { SiteHosts } from './site-hosts.ts'
import type { QueuedPage, UrlFrontier } from './url-frontier.ts'

/** Hosts of one website requested concurrently, each as often as the settings allow. */
const BUSY_HOSTS = 4

interface DrainDeps {
  hosts: Pick<SiteHosts, 'isReachable'>
  frontier: Pick<UrlFrontier, 'next'>
  budget: RequestBudget
  /** Pages of one host read concurrently. */
  hostConcurrency: number
  signal: AbortSignal
  read: ReturnType<typeof createPageReader>
  /** Processes a page's result, before the next one is started. */
  finish(outcome: PageOutcome, page: QueuedPage): void
}

/** Reads queued pages until none is left and `later`, which adds pages, has resolved. */
export function drainFrontier(deps: DrainDeps, later: Promise<void> | null): Promise<void> {
  const { hosts, frontier, budget, hostConcurrency, signal, read, finish } = deps
  const variants = createVariantLimit()
  return new Promise((resolve, reject) => {
    const running = new Map<string, number>()
    let total = 0
    let isExpecting = later !== null
    const isFree = (host: string): boolean =>
      (running.get(host) ?? 0) < hostConcurrency && hosts.isReachable(host)
    const count = (host: string, change: 1 | -1): void => {
      total += change
      running.set(host, (running.get(host) ?? 0) + change)
    }
    const start = (page: QueuedPage, url: URL): void => {
      count(page.host, 1)
      read(url, false)
        .then((outcome) => {
          count(page.host, -1)
          finish(outcome, page)
          fill()
        })
        .catch(reject)
    }
    const fill = (): void => {
      while (total < hostConcurrency * BUSY_HOSTS && !signal.aborted) {
        if (!budget.take()) break
        const page = frontier.next(isFree)
        if (!page) {
          budget.release()
          break
        }
        const url = new URL(page.href)
        if (variants.admits(url)) start(page, url)
        else budget.release()
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
}
