import { raceAbort } from '#server/platform/race-abort.ts'
import { createTtlCache } from '#server/platform/ttl-cache.ts'
import type { TranscriptLine } from './smtp/transcript.ts'

/** Whether a domain accepts every address, with the lines that prove it. */
export interface CatchAll {
  accepts: boolean
  evidence: readonly TranscriptLine[]
}

/** Either known, or the caller must find out and call `settle`, with null on failure. */
type CatchAllClaim = { known: CatchAll } | { settle(found: CatchAll | null): void }

/** Remembers for a while which domains accept every address, so that each is probed with a random address only once. */
export interface CatchAllMemory {
  /** Waits while another caller probes the domain. Rejects only when the signal aborts. */
  claim(domain: string, signal: AbortSignal): Promise<CatchAllClaim>
  /** What is known, without waiting. */
  peek(domain: string): CatchAll | undefined
}

export function createCatchAllMemory(options: { ttlMs: number; max: number }): CatchAllMemory {
  const known = createTtlCache<CatchAll>(options)
  const open = new Map<string, Promise<void>>()

  function start(domain: string): CatchAllClaim {
    const done = Promise.withResolvers<void>()
    open.set(domain, done.promise)
    return {
      settle(found) {
        if (found) known.set(domain, found)
        if (open.get(domain) === done.promise) open.delete(domain)
        done.resolve()
      },
    }
  }

  return {
    peek: known.get,
    async claim(domain, signal) {
      for (;;) {
        signal.throwIfAborted()
        const answer = known.get(domain)
        if (answer) return { known: answer }
        const other = open.get(domain)
        if (!other) return start(domain)
        await raceAbort(other, signal)
      }
    },
  }
}
