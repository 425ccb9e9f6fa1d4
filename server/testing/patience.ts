/**
 * How long a test waits for an expected event, in milliseconds: longer than on any slow machine. `TEST_PATIENCE_MS`
 * shortens it while a test is being written.
 */
export const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 120_000)
