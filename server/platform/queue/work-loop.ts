import { isConnectionError, isLockConflict } from '../db/db.ts'
import type { Log } from '../log.ts'

/** Milliseconds before an item is retried after its first fault; doubled after each further one. */
const FIRST_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

export interface WorkLoopOptions<Item> {
  log: Log
  /** Name of an item in the log. */
  name: string
  /** Fallback for `wake`, and how soon items that become due are noticed. */
  pollMs: number
  /** Items that one process works on concurrently. */
  places: number
  /** Identifies an item. */
  key: (item: Item) => string
  /**
   * Items to work on now, at most `free`. The database decides: a returned item is leased to this process, or its
   * work takes the lease. `claimed` are those in progress or in backoff.
   */
  find: (claimed: readonly Item[], free: number) => Promise<readonly Item[]>
  /** Completes one item. An error is a fault of ours: it is logged, and the item backs off. */
  work: (item: Item, signal: AbortSignal) => Promise<void>
}

export interface WorkLoop {
  start(): void
  /** Polls at once. */
  wake(): void
  /** Works once on each due item. */
  once(): Promise<void>
  /** Works until nothing is due. */
  drain(): Promise<void>
  /** Aborts the work in progress and waits for it. */
  close(): Promise<void>
}

/** Time of the last poll of each loop in this process. */
const beats = new Set<{ name: string; at: number }>()

/** Names of loops of this process that have not polled for `ms`, without duplicates. */
export const stalledLoops = (ms: number): string[] => [
  ...new Set([...beats].filter(({ at }) => performance.now() - at > ms).map(({ name }) => name)),
]

/**
 * The loop for work that any number of processes share: the database holds what is due and who works on it, so a
 * process that dies loses nothing. Queue jobs and these loops are the two kinds of background work
 * (docs/architecture.md).
 */
export function createWorkLoop<Item>(options: WorkLoopOptions<Item>): WorkLoop {
  const { log, name, pollMs, places, key, find } = options
  const stopping = new AbortController()
  const beat = { name, at: performance.now() }
  const active = new Map<string, { item: Item; done: Promise<void> }>()
  const backingOff = createBackoffs<Item>(stopping.signal)
  let wake = () => {}
  let loop: Promise<void> | null = null

  async function work(item: Item): Promise<void> {
    try {
      await options.work(item, stopping.signal)
      backingOff.clear(key(item))
    } catch (error) {
      if (stopping.signal.aborted) return
      if (isConnectionError(error) || isLockConflict(error))
        log.warn({ err: error, item }, `${name} failed and is tried again`)
      else log.error({ err: error, item }, `${name} failed`)
      backingOff.add(key(item), item)
    }
  }

  function start(item: Item): void {
    const done = work(item).finally(() => {
      active.delete(key(item))
      wake()
    })
    active.set(key(item), { item, done })
  }

  /**
   * Starts due items that have a free place and are not in `skipped`.
   * @returns the keys of the started items
   */
  async function fill(skipped: ReadonlySet<string> = new Set()): Promise<string[]> {
    const free = places - active.size
    if (free <= 0 || stopping.signal.aborted) return []
    const claimed = [...[...active.values()].map(({ item }) => item), ...backingOff.items()]
    const due = await find(claimed, free)
    const isHeld = (id: string) => active.has(id) || backingOff.has(id) || skipped.has(id)
    const ready = due.filter((item) => !isHeld(key(item))).slice(0, free)
    for (const item of ready) start(item)
    return ready.map(key)
  }
  /** Starts every due item once and adds it to `started`. */
  async function fillAll(started: Set<string>): Promise<void> {
    for (let keys = await fill(started); keys.length > 0; keys = await fill(started))
      for (const id of keys) started.add(id)
  }
  const activeWork = () => [...active.values()].map(({ done }) => done)
  const anyEnds = async () => {
    if (active.size > 0) await Promise.race(activeWork())
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run(): Promise<void> {
    // An item that is still due after its work waits for the next poll, so that it is not restarted endlessly.
    const started = new Set<string>()
    let since = performance.now()
    beats.add(beat)
    while (!stopping.signal.aborted) {
      beat.at = performance.now()
      // Set before the search, so that an event meanwhile is not lost.
      const woken = pause()
      if (performance.now() - since >= pollMs) {
        started.clear()
        since = performance.now()
      }
      await fillAll(started).catch((error) => {
        if (!isConnectionError(error)) log.error({ err: error }, `${name}: could not look for work`)
      })
      await woken
    }
    beats.delete(beat)
  }

  return {
    start() {
      loop ??= run()
    },
    wake: () => wake(),
    async once() {
      const started = new Set<string>()
      for (;;) {
        const before = started.size
        await fillAll(started)
        if (active.size === 0 && started.size === before) return
        await anyEnds()
      }
    },
    async drain() {
      for (;;) {
        const started = new Set<string>()
        await fillAll(started)
        if (active.size === 0 && started.size === 0) return
        await anyEnds()
      }
    },
    async close() {
      stopping.abort()
      wake()
      await Promise.allSettled([...activeWork(), loop])
    },
  }
}

/** Items in backoff, each longer after each fault, so that one does not block the others. */
function createBackoffs<Item>(signal: AbortSignal) {
  const faults = new Map<string, number>()
  const backingOff = new Map<string, Item>()
  /** Unreferenced: backoff does not keep the process alive. */
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms).unref()
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }
  return {
    has: (key: string) => backingOff.has(key),
    items: () => [...backingOff.values()],
    clear: (key: string) => void faults.delete(key),
    add(key: string, item: Item) {
      const count = faults.get(key) ?? 0
      faults.set(key, count + 1)
      backingOff.set(key, item)
      later(Math.min(FIRST_BACKOFF_MS * 2 ** count, MAX_BACKOFF_MS), () => {
        backingOff.delete(key)
        later(MAX_BACKOFF_MS, () => {
          if (!backingOff.has(key)) faults.delete(key)
        })
      })
    },
  }
}
