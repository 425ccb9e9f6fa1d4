/** Natural logarithms of 0! to n!. */
function logFactorials(n: number): Float64Array {
  const logs = new Float64Array(n + 1)
  for (let at = 2; at <= n; at++) logs[at] = logs[at - 1]! + Math.log(at)
  return logs
}

/** Leads of a group, or of all, and how many of them match. */
export interface Counted {
  leads: number
  matching: number
}

/**
 * Fisher's exact test, one-sided: the logarithm of the chance that a random choice of `total.matching` of the
 * `total.leads` leads has at least `group.matching` in the group. The chances of the hypergeometric distribution are
 * summed from there upwards.
 */
export function createExactTest(total: Counted): (group: Counted) => number {
  const logs = logFactorials(total.leads)
  const choose = (n: number, k: number) => logs[n]! - logs[k]! - logs[n - k]!
  const all = choose(total.leads, total.matching)
  return ({ leads, matching }) => {
    const max = Math.min(leads, total.matching)
    const min = Math.max(matching, leads + total.matching - total.leads, 0)
    let sum = Number.NEGATIVE_INFINITY
    for (let hits = min; hits <= max; hits++) {
      const term = choose(leads, hits) + choose(total.leads - leads, total.matching - hits) - all
      const high = Math.max(sum, term)
      sum = high + Math.log(Math.exp(sum - high) + Math.exp(term - high))
    }
    return Math.min(0, sum)
  }
}
