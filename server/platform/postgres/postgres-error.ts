/**
 * A failure of the embedded PostgreSQL with a message for the operator: what is wrong and what to do. Print only
 * `message`; the stack adds nothing.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Always possible: a PostgreSQL server run by the operator. */
export const USE_DATABASE_URL =
  'Or run a PostgreSQL server (15 or later) yourself and set DATABASE_URL to its address.'
