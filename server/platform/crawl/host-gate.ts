/** Lets the requests to one host through, a few at a time and not too soon after each other. */
export interface HostGate {
  /** Waits for a free place, then for the moment when the next request may start. */
  enter(): Promise<void>
  /** Gives the place back; once for each `enter` that resolved. */
  leave(): void
  /** Milliseconds between two starts from now on; never less than before. */
  raiseDelay(ms: number): void
  /** Lets nobody start for so many milliseconds. */
  hold(ms: number): void
}

export interface HostGateSetup {
  concurrency: number
  delayMs: number
  pause(ms: number): Promise<void>
  /** Milliseconds on a clock that only goes forward. */
  now(): number
}

/** Makes the gate of one host. */
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
      // The place goes over to who waits longest.
      if (next) next()
      else inside -= 1
    },
    raiseDelay(ms) {
      if (ms <= delay) return
      // The request before this one left with the shorter delay.
      nextStart += ms - delay
      delay = ms
    },
    hold(ms) {
      nextStart = Math.max(nextStart, now() + ms)
    },
  }
}
