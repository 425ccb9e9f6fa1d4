/**
 * How long a test waits for what has to come, milliseconds. Nothing is lost when it comes sooner, and no machine is
 * so slow: what is not there by then does not come. `TEST_PATIENCE_MS` shortens it while a test is being written.
 */
export const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 120_000)
