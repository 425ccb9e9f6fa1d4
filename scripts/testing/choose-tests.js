/** This many test files take about half a minute on two cores. */
const MOST_TESTS = 10

/**
 * Which affected tests `npm run check` runs: all of `always`, then the nearest, without those that take long.
 * @param {{ always: string[], near: string[] }} affected
 * @param {(path: string) => boolean} isQuick
 * @returns {{ filters: string[], skipped: string[], left: number }} `skipped`: those of `always` that take long;
 *   `left`: how many others do not run
 */
export function chooseTests({ always, near }, isQuick) {
  const must = always.filter(isQuick)
  const others = near.filter(isQuick).slice(0, Math.max(0, MOST_TESTS - must.length))
  return {
    filters: [...must, ...others],
    skipped: always.filter((path) => !isQuick(path)),
    left: near.length - others.length,
  }
}
