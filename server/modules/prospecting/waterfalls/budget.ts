/** Credits a run may still promise: requests in progress count before they are charged. */
export interface Budget {
  /** Reserves a request's price; false when the run cannot pay for it, even after everything in progress has ended. */
  take(price: number): Promise<boolean>
  /** Ends a request; `spent` is what was charged for it. */
  release(price: number, spent: number): void
}

/** A budget of `left` credits. Requests that cannot be paid now wait until one in progress has ended. */
export function createBudget(left: number): Budget {
  let remaining = left
  let held = 0
  let waiting: (() => void)[] = []
  return {
    async take(price) {
      while (price > 0 && price > remaining - held) {
        if (price > remaining) return false
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      held += price
      return true
    },
    release(price, spent) {
      held -= price
      remaining -= spent
      const all = waiting
      waiting = []
      for (const wake of all) wake()
    },
  }
}
