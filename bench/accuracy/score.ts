/** Counts of claims: right ones, all, and how many there should be. */
export interface Tally {
  right: number
  claimed: number
  true: number
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
