import { CompiledQuery, sql } from 'kysely'
import { readAhead } from '../read-ahead.ts'
import { createShare, withShare } from './connection-share.ts'
import { type Db, refuseInTransaction } from './db.ts'

/** Downloads of a process that read at the same time; others wait. Each keeps a connection while its client is slow. */
const READERS = 4
/** Milliseconds that a client may take for all rows. */
const MAX_MS = 3_600_000
const READER_SHARE = createShare(READERS)

type Query<Row> = { compile(): CompiledQuery<Row> }

/**
 * A cursor of SQL, not of the driver's protocol: there the limit of a statement runs from the first row until the last
 * one was fetched, and a download that takes longer would be cut. Here it is the limit of each batch.
 */
async function* fetchBatches<Row>(db: Db, { sql: text, parameters }: CompiledQuery<Row>, size: number) {
  const startedAt = performance.now()
  const reading = await withShare(READER_SHARE, () =>
    db.startTransaction().setAccessMode('read only').execute(),
  )
  try {
    // Planned for all rows; by default for the first tenth.
    await sql`set local cursor_tuple_fraction = 1`.execute(reading)
    await reading.executeQuery(
      CompiledQuery.raw(`declare batch no scroll cursor for ${text}`, [...parameters]),
    )
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(size)} from batch`.execute(reading)
      if (rows.length > 0) yield rows
      if (rows.length < size) return
      if (performance.now() - startedAt > MAX_MS)
        throw new Error('A reader took more than an hour for its rows')
    }
  } finally {
    // A lost connection can't be rolled back, and whoever lost it has its error.
    await reading
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/**
 * The rows of a query in batches of `size`, as they were at the start; the next batch is read while the current one
 * is processed. A reader that takes nothing for a minute loses its connection.
 * @throws Error inside a transaction, whose next query would wait for the last row
 */
export function readBatches<Row>(db: Db, query: Query<Row>, size: number): AsyncIterable<Row[]> {
  refuseInTransaction('Reading in batches')
  return readAhead(fetchBatches(db, query.compile(), size))
}

/** The same, row by row: for few rows, as each costs an await. */
export async function* readRows<Row>(db: Db, query: Query<Row>, size = 500): AsyncIterable<Row> {
  for await (const rows of readBatches(db, query, size)) yield* rows
}
