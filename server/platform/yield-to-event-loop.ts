/** Yields to other work of this process: between two long steps. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Milliseconds of work before yielding. */
const LONG_MS = 10

/**
 * For work in steps that are mostly short: yields after steps that together took longer than 10 ms. Short work
 * runs in one go, so that it does not queue again and again.
 * @param now milliseconds of a monotonic clock
 * @returns the function that runs one step
 */
export function createSteps(now = () => performance.now()): <T>(step: () => T) => Promise<T> {
  let spent = 0
  return async (step) => {
    const startedAt = now()
    const result = step()
    spent += now() - startedAt
    if (spent > LONG_MS) {
      await yieldToEventLoop()
      spent = 0
    }
    return result
  }
}
