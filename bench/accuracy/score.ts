/** Counts of claims: right ones, all, and how many there should be. */
export interface Tally {
  right: number
  claimed: number
  true: number
}

/** All, the half whose mistakes may be looked at, and the half kept apart. */
export interface Halves {
  all: Tally
  tuned: Tally
  apart: Tally
}

const emptyTally = (): Tally => ({ right: 0, claimed: 0, true: 0 })
export const emptyHalves = (): Halves => ({ all: emptyTally(), tuned: emptyTally(), apart: emptyTally() })

export function addScore(halves: Halves, score: Tally, isTuned: boolean): void {
  for (const tally of [halves.all, isTuned ? halves.tuned : halves.apart]) {
    tally.right += score.right
    tally.claimed += score.claimed
    tally.true += score.true
  }
}

export interface Score extends Tally {
  missed: string[]
  wrong: string[]
}

/** Compares what is true with what was found, value by value. */
export function countOf(truth: readonly string[], found: readonly string[]): Score {
  const left = [...truth]
  const wrong: string[] = []
  for (const value of found) {
    const at = left.indexOf(value)
    if (at < 0) wrong.push(value)
    else left.splice(at, 1)
  }
  return {
    right: found.length - wrong.length,
    claimed: found.length,
    true: truth.length,
    missed: left,
    wrong,
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
export const precisionOf = ({ right, claimed }: Tally): number | null => share(right, claimed)
export const recallOf = (tally: Tally): number | null => share(tally.right, tally.true)

/** `.97`; a dash where nothing was claimed or true. */
export const formatShare = (value: number | null): string =>
  value === null ? '–' : value === 1 ? '1' : value.toFixed(2).replace(/^0/, '')
