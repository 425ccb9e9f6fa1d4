/**
 * When a test run counts as hung. None of these is a wait that a slow machine could lose: each is many times what
 * the work takes on one, and is there so that a hang ends with its name instead of for ever.
 */

/** One test or hook; Vitest itself ends it and continues. The longest take 20 seconds on two idle cores. */
export const TEST_LIMIT_MS = 240_000
/** One file, for what Vitest cannot end: a loop that never gives way, a hang amid imports. */
const FILE_LIMIT_MS = 900_000
/** One check (types, lint, rules); they take seconds. */
export const CHECK_LIMIT_MS = 300_000
/** All of `npm test`, and all of `npm run test:soak`. */
const RUN_LIMIT_MS = 3_600_000

/**
 * Why a run has to end now, or null.
 * @param {{ file: string, ms: number }[]} running files under way
 * @param {number} elapsedMs since the run started
 * @param {number} fileLimitMs limit of one file
 */
export function limitThatHit(running, elapsedMs, fileLimitMs = FILE_LIMIT_MS) {
  const minutes = (ms) => `${ms / 60_000} min`
  if (elapsedMs > RUN_LIMIT_MS) return `the whole run took longer than ${minutes(RUN_LIMIT_MS)}`
  const file = running.find(({ ms }) => ms > fileLimitMs)
  return file ? `${file.file} took longer than ${minutes(fileLimitMs)}` : null
}
