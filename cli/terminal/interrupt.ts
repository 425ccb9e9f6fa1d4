import { EXIT } from '../exit-codes.ts'

/** A caught Ctrl-C: `signal` aborts at the first one, the second ends the process at once. */
export interface Interrupt {
  signal: AbortSignal
  /** Restores the default signal handling. */
  release(): void
}

// A terminal signals the whole process group and a launcher forwards signals: one key press can arrive twice.
const SAME_PRESS_MS = 400
const CAUGHT = ['SIGINT', 'SIGTERM'] as const

/** Catches SIGINT and SIGTERM until released. */
export function catchInterrupt(): Interrupt {
  const controller = new AbortController()
  let firstAt = 0
  const onSignal = (): void => {
    if (!controller.signal.aborted) {
      firstAt = performance.now()
      controller.abort()
    } else if (performance.now() - firstAt > SAME_PRESS_MS) {
      process.exit(EXIT.interrupted.code)
    }
  }
  for (const name of CAUGHT) process.on(name, onSignal)
  return {
    signal: controller.signal,
    release: () => {
      for (const name of CAUGHT) process.off(name, onSignal)
    },
  }
}
