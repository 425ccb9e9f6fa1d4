/**
 * How long a test waits for what has to come, milliseconds. Nothing is lost when it comes sooner, and no machine is
 * so slow: what is not there by then does not come.
 */
export const PATIENCE_MS = 120_000
