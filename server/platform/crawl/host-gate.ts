/** Limits requests to one host: a few at a time, with a delay. */
export interface HostGate {
  /** Waits for a free slot, then until the next request may start. */
  enter(): Promise<void>
  /** Releases the slot; call once for each `enter` that resolved. */
  leave(): void
  /** Milliseconds between two starts from now on; never less than before. */
  raiseDelay(ms: number): void
  /** Blocks new starts for this many milliseconds. */
  hold(ms: number): void
}

export interface HostGateSetup {
  concurrency: number
  delayMs: number
  pause(ms: number): Promise<void>
  /** Milliseconds of a monotonic clock. */
  now(): number
}

export function createHostGate({ concurrency, delayMs, pause, now }: HostGateSetup): HostGate {
  const waiting: (() => void)[] = []
  let inside = 0
  let delay = delayMs
  let nextStart = Number.NEGATIVE_INFINITY

  const place = async (): Promise<void> => {
    if (inside < concurrency) inside += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return {
    async enter() {
      await place()
      const current = now()
      const start = Math.max(current, nextStart)
      nextStart = start + delay
      if (start > current) await pause(start - current)
    },
    leave() {
      const next = waiting.shift()
      // The longest waiting is next.
      if (next) next()
      else inside -= 1
    },
    raiseDelay(ms) {
      if (ms <= delay) return
      // The previous request started with the shorter delay.
      nextStart += ms - delay
      delay = ms
    },
    hold(ms) {
      nextStart = Math.max(nextStart, now() + ms)
    },
  }
}
