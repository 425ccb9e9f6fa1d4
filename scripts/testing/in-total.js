import { printFailure } from '../setup.js'

/**
 * Adds up the counts of `work` and prints the total as the last line; a failure of `work` itself counts as one.
 * @param {(count: (result: { passed: number, failed: number }) => void) => Promise<void>} work
 * @returns {Promise<0 | 1>} exit code
 */
export async function inTotal(work) {
  const began = performance.now()
  const totals = { passed: 0, failed: 0 }
  const count = ({ passed, failed }) => {
    totals.passed += passed
    totals.failed += failed
  }
  try {
    await work(count)
  } catch (error) {
    totals.failed++
    printFailure(error)
  }
  console.log(`in ${Math.round((performance.now() - began) / 1000)} s`)
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
  return totals.failed === 0 ? 0 : 1
}
