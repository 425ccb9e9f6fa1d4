/** The remaining requests. */
export interface RequestBudget {
  /** Takes one; false when none is left. */
  take(): boolean
  /** Returns one that was never made. */
  release(): void
  isSpent(): boolean
}

export function createRequestBudget(max: number): RequestBudget {
  let left = max
  return {
    take() {
      if (left <= 0) return false
      left -= 1
      return true
    },
    release() {
      left += 1
    },
    isSpent: () => left <= 0,
  }
}
