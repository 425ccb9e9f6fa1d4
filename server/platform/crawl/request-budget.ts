/** The requests that may still be made. */
export interface RequestBudget {
  /** Takes one; false when none is left. */
  take(): boolean
  /** Gives one back that was never made. */
  giveBack(): void
  isSpent(): boolean
}

/** Makes a budget of so many requests. */
export function createRequestBudget(most: number): RequestBudget {
  let left = most
  return {
    take() {
      if (left <= 0) return false
      left -= 1
      return true
    },
    giveBack() {
      left += 1
    },
    isSpent: () => left <= 0,
  }
}
