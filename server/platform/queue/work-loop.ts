import { isConnectionError } from '../db/db.ts'
import type { Log } from '../log.ts'

/** Milliseconds that an item rests after its first fault; twice as long after each further one. */
const FIRST_REST_MS = 1000
const LONGEST_REST_MS = 60_000

export interface WorkLoopOptions<Item> {
  log: Log
  /** What the log calls one item. */
  name: string
  /** The floor under `wake`, and how soon something that became due by itself is noticed. */
  pollMs: number
  /** Items that one process works on at the same time. */
  places: number
  /** Tells items apart. */
  key: (item: Item) => string
  /**
   * Items that may be worked on now, at most `free`. The database decides: an item that is returned is leased to
   * this process, or its work takes the lease. `held` are those that this process works on or lets rest.
   */
  find: (claimed: readonly Item[], free: number) => Promise<readonly Item[]>
  /** Works on one item to its end. An error is a fault of ours: it is logged, and the item rests. */
  work: (item: Item, signal: AbortSignal) => Promise<void>
}

export interface WorkLoop {
  /** Works until it is closed. */
  start(): void
  /** Looks again at once. */
  wake(): void
  /** Works once on each item that is due now. */
  once(): Promise<void>
  /** Works until nothing is due. */
  drain(): Promise<void>
  /** Aborts what is under way, and waits for it. */
  close(): Promise<void>
}

/** When each loop of this process looked for work last. */
const beats = new Set<{ name: string; at: number }>()

/** Names of loops of this process that have not looked for work for `ms`, however often each is there. */
export const silentLoops = (ms: number): string[] => [
  ...new Set([...beats].filter(({ at }) => performance.now() - at > ms).map(({ name }) => name)),
]

/**
 * The one loop of everything that any number of processes work on together: the database holds what is due and who
 * works on it, so a process that dies loses nothing. Jobs of the queue and these loops are the two ways to run
 * background work (docs/architecture.md).
 */
export function createWorkLoop<Item>(options: WorkLoopOptions<Item>): WorkLoop {
  const { log, name, pollMs, places, key, find } = options
  const stopping = new AbortController()
  const beat = { name, at: performance.now() }
  const active = new Map<string, { item: Item; done: Promise<void> }>()
  const resting = createBackoffs<Item>(stopping.signal)
  let wake = () => {}
  let loop: Promise<void> | null = null

  async function work(item: Item): Promise<void> {
    try {
      await options.work(item, stopping.signal)
      resting.clear(key(item))
    } catch (error) {
      if (stopping.signal.aborted) return
      log.error({ err: error, item }, `${name} failed`)
      resting.add(key(item), item)
    }
  }

  function start(item: Item): void {
    const done = work(item).finally(() => {
      active.delete(key(item))
      wake()
    })
    active.set(key(item), { item, done })
  }

  /** Starts whatever is due, has a place and is not in `skipped`. @returns the keys of what was started. */
  async function fill(skipped: ReadonlySet<string> = new Set()): Promise<string[]> {
    const free = places - active.size
    if (free <= 0 || stopping.signal.aborted) return []
    const claimed = [...[...active.values()].map(({ item }) => item), ...resting.items()]
    const due = await find(claimed, free)
    const isHeld = (id: string) => active.has(id) || resting.has(id) || skipped.has(id)
    const ready = due.filter((item) => !isHeld(key(item))).slice(0, free)
    for (const item of ready) start(item)
    return ready.map(key)
  }
  /** Starts everything that is due, each item once; adds what it starts to `started`. */
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
    // An item that is still due after its work is looked at again with the next poll, not at once and forever.
    const started = new Set<string>()
    let since = performance.now()
    beats.add(beat)
    while (!stopping.signal.aborted) {
      beat.at = performance.now()
      // Set before it looks, so that an event that comes meanwhile is not lost.
      const woken = pause()
      if (performance.now() - since >= pollMs) {
        started.clear()
        since = performance.now()
      }
      await fillAll(started).catch((error) => {
        if (!isConnectionError(error)) log.error({ err: error }, `${name}: looking for work failed`)
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

/** Items that rest after a fault of ours, each longer after each fault, so that one holds up no other. */
function createBackoffs<Item>(signal: AbortSignal) {
  const faults = new Map<string, number>()
  const resting = new Map<string, Item>()
  /** Unreferenced: a rest keeps no process alive. */
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms).unref()
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }
  return {
    has: (key: string) => resting.has(key),
    items: () => [...resting.values()],
    clear: (key: string) => void faults.delete(key),
    add(key: string, item: Item) {
      const count = faults.get(key) ?? 0
      faults.set(key, count + 1)
      resting.set(key, item)
      later(Math.min(FIRST_REST_MS * 2 ** count, LONGEST_REST_MS), () => {
        resting.delete(key)
        later(LONGEST_REST_MS, () => {
          if (!resting.has(key)) faults.delete(key)
        })
      })
    },
  }
}
