/**
 * When a test run counts as hung. None of these depends on the machine's speed: each is many times the normal
 * duration, so that a hang ends and is named.
 */

/** One test or hook; Vitest ends it and continues. The longest take 20 seconds on two idle cores. */
export const TEST_LIMIT_MS = 240_000
/** One file, for what Vitest cannot end: an infinite loop, or hanging imports. */
const FILE_LIMIT_MS = 900_000
/** One check (types, lint, rules); they take seconds. */
export const CHECK_LIMIT_MS = 300_000
/** All of `npm test`, and all of `npm run test:soak`. */
const RUN_LIMIT_MS = 3_600_000

/**
 * Why a run must end now, or null.
 * @param {{ file: string, ms: number }[]} running files in progress
 * @param {number} elapsedMs since the run started
 * @param {number} fileLimitMs limit of one file
 */
export function limitThatHit(running, elapsedMs, fileLimitMs = FILE_LIMIT_MS) {
  const minutes = (ms) => `${ms / 60_000} min`
  if (elapsedMs > RUN_LIMIT_MS) return `the whole run took longer than ${minutes(RUN_LIMIT_MS)}`
  const file = running.find(({ ms }) => ms > fileLimitMs)
  return file ? `${file.file} took longer than ${minutes(fileLimitMs)}` : null
}
