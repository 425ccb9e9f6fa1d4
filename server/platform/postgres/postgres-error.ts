/**
 * A failure of the embedded PostgreSQL whose message is meant for the person at the terminal: it says what is
 * wrong and what to do. Print `message` alone; a stack adds nothing.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The way out that always exists: a PostgreSQL of one's own. */
export const USE_DATABASE_URL =
  'Or run a PostgreSQL server (15 or later) yourself and set DATABASE_URL to its address.'
