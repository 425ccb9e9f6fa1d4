import { inParallel } from '#server/platform/in-parallel.ts'
import { createKeyedSlots } from '#server/platform/keyed-slots.ts'
import type { ReadOptions, WebsiteReader } from './reader-types.ts'
import type { WebsiteReport } from './website-report.ts'

/** What a run does with its websites. */
export interface ReadInTurn<Item, Result> {
  items: Iterable<Item>
  reader: WebsiteReader
  /** Websites read at the same time. */
  websitesAtOnce: number
  signal: AbortSignal
  /** The website of an item, and how it is read. */
  read(item: Item): { domain: string; onRead?: () => void } & Omit<ReadOptions, 'signal'>
  /** What is made of it; the place for reading goes to the next website meanwhile. */
  work(report: WebsiteReport, item: Item): Promise<Result>
}

/**
 * Reads websites, several at a time, and works on what they say. Addresses of some are asked about while others are
 * read. Yields what is done, in groups; see inParallel.
 */
export function readInTurn<Item, Result>(plan: ReadInTurn<Item, Result>): AsyncGenerator<Result[]> {
  const { reader, websitesAtOnce, signal } = plan
  const takeSlot = createKeyedSlots(websitesAtOnce)
  return inParallel(plan.items, websitesAtOnce * 4, async (item) => {
    const leave = await takeSlot('website', signal)
    const { domain, onRead, ...options } = plan.read(item)
    let report: WebsiteReport
    try {
      options.onProgress?.({ pages: 0, queued: 0 })
      report = await reader.read(domain, { ...options, signal })
    } finally {
      leave()
      onRead?.()
    }
    return plan.work(report, item)
  })
}
