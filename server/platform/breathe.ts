/** Lets whatever else waits in this process have its turn: between two pieces of work that each take a while. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Milliseconds of work after which others have their turn. */
const LONG_MS = 10

/**
 * For work in steps that mostly are short and may be long: others have their turn after steps that together took
 * longer than 10 ms. Short work is done in one go, so that it does not queue behind others again and again.
 * @param now milliseconds of a clock that only goes forward
 * @returns the function that does one step
 */
export function createSteps(now = () => performance.now()): <T>(step: () => T) => Promise<T> {
  let spent = 0
  return async (step) => {
    const startedAt = now()
    const result = step()
    spent += now() - startedAt
    if (spent > LONG_MS) {
      await breathe()
      spent = 0
    }
    return result
  }
}
