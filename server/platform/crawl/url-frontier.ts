import { createPriorityHeap, type PriorityHeap } from './priority-heap.ts'

export interface QueuedPage {
  href: string
  host: string
  /** Shared by all spellings of the same page. */
  key: string
  rank: number
  isStartHost: boolean
  /** Links away from the start page. */
  depth: number
  /** Where it was found first. */
  from: 'page' | 'sitemap'
}

/** The remaining pages, best first, every page once. */
export interface UrlFrontier {
  /** Queues a page, or moves up a queued one when its new rank is higher. */
  add(page: QueuedPage): void
  /** Whether a page has been taken or claimed. */
  isTaken(key: string): boolean
  /** Marks a page as taken; false when it already was. */
  claim(key: string): boolean
  /** Takes the best page of the free hosts. */
  next(isFree: (host: string) => boolean): QueuedPage | undefined
  /** Queued pages. */
  size(): number
}

const MAX_QUEUED = 5000
/** Maximum remembered URLs, to bound memory for endless websites. */
const MAX_KNOWN = 50_000
const MAX_HOSTS = 20
const TAKEN = Number.POSITIVE_INFINITY

type Waiting = QueuedPage & { arrival: number }

/** By rank, the start host before others, then breadth-first. */
const compare = (a: Waiting, b: Waiting): number =>
  b.rank - a.rank ||
  Number(b.isStartHost) - Number(a.isStartHost) ||
  a.depth - b.depth ||
  a.arrival - b.arrival

/** Makes an empty frontier. */
export function createUrlFrontier(): UrlFrontier {
  /** Best rank by key. */
  const known = new Map<string, number>()
  const heaps = new Map<string, PriorityHeap<Waiting>>()
  let arrivals = 0
  let waiting = 0
  let entries = 0

  /** Keeps the better half of too many; the rest is forgotten and may return. */
  const shrink = (): void => {
    const all = [...heaps.values()].flatMap((heap) => [...heap.items()])
    // Moved-up pages are in the queue twice.
    const live = all.filter((page) => known.get(page.key) === page.rank).sort(compare)
    for (const page of live.splice(MAX_QUEUED)) known.delete(page.key)
    for (const host of heaps.keys())
      heaps.set(
        host,
        createPriorityHeap(
          compare,
          live.filter((page) => page.host === host),
        ),
      )
    entries = live.length
    waiting = live.length
  }

  const findHeap = (host: string): PriorityHeap<Waiting> | null => {
    const heap = heaps.get(host)
    if (heap) return heap
    // Each host costs its own robots.txt, and a wildcard has any number of them.
    if (heaps.size >= MAX_HOSTS) return null
    const made = createPriorityHeap<Waiting>(compare)
    heaps.set(host, made)
    return made
  }

  /** Drops what was taken in the meantime. */
  const findFirst = (heap: PriorityHeap<Waiting>): Waiting | undefined => {
    let page = heap.peek()
    while (page && known.get(page.key) === TAKEN) {
      heap.pop()
      entries -= 1
      page = heap.peek()
    }
    return page
  }

  const claim = (key: string): boolean => {
    const rank = known.get(key)
    if (rank === TAKEN) return false
    if (rank !== undefined) waiting -= 1
    known.set(key, TAKEN)
    return true
  }

  return {
    claim,
    isTaken: (key) => known.get(key) === TAKEN,
    size: () => waiting,
    add(page) {
      const rank = known.get(page.key)
      if (rank === undefined ? known.size >= MAX_KNOWN : rank >= page.rank) return
      const heap = findHeap(page.host)
      if (!heap) return
      known.set(page.key, page.rank)
      heap.push({ ...page, arrival: arrivals })
      arrivals += 1
      entries += 1
      if (rank === undefined) waiting += 1
      if (entries >= 2 * MAX_QUEUED) shrink()
    },
    next(isFree) {
      let best: Waiting | undefined
      for (const [host, heap] of heaps) {
        const page = isFree(host) ? findFirst(heap) : undefined
        if (page && (!best || compare(page, best) < 0)) best = page
      }
      if (!best) return undefined
      heaps.get(best.host)?.pop()
      entries -= 1
      claim(best.key)
      return best
    },
  }
}
