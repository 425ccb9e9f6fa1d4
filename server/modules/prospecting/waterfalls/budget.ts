/** Credits that a run may still promise: what is asked of vendors now counts before it is charged. */
export interface Budget {
  /** Holds the price of a question; false when the run cannot pay for it, also after all that is under way. */
  take(price: number): Promise<boolean>
  /** Ends a question; `spent` is what was charged for it. */
  release(price: number, spent: number): void
}

/** A budget of `left` credits. Who cannot be served now waits until something under way has ended. */
export function createBudget(left: number): Budget {
  let rest = left
  let held = 0
  let waiting: (() => void)[] = []
  return {
    async take(price) {
      while (price > 0 && price > rest - held) {
        if (price > rest) return false
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      held += price
      return true
    },
    release(price, spent) {
      held -= price
      rest -= spent
      const all = waiting
      waiting = []
      for (const wake of all) wake()
    },
  }
}
