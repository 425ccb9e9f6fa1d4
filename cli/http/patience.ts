import { setTimeout as sleep } from 'node:timers/promises'

/** A failure that may be temporary. `afterMs` is the server's Retry-After. */
export interface PassingFailure {
  afterMs?: number
}

export interface Patience {
  /** How long an attempt may keep failing in total, in milliseconds. */
  budgetMs: number
  /** Decides whether to retry, and when. */
  passing: (error: unknown) => PassingFailure | null
  /** Called once, before the first wait. */
  onWait?: () => void
  /** Ends the wait with an AbortError. */
  signal?: AbortSignal
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 2000

/** Retries until success, a permanent failure, or the end of the time budget; then throws the last failure. */
export async function withPatience<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  const deadline = performance.now() + patience.budgetMs
  for (let wait = FIRST_WAIT_MS, isAnnounced = false; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await attempt()
    } catch (error) {
      const passing = patience.passing(error)
      const pause = passing?.afterMs ?? wait
      if (!passing || performance.now() + pause > deadline) throw error
      if (!isAnnounced) patience.onWait?.()
      isAnnounced = true
      await sleep(pause, undefined, patience.signal ? { signal: patience.signal } : {})
    }
  }
}
