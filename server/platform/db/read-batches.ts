import type { CompiledQuery } from 'kysely'
import { readAhead } from '../read-ahead.ts'
import type { Db } from './db.ts'

async function* streamBatches<Row>(db: Db, query: CompiledQuery<Row>, size: number): AsyncIterable<Row[]> {
  for await (const { rows } of db.getExecutor().stream(query, size)) yield rows
}

/**
 * The rows of a query in batches of `size`; the next batch is read while the current one is processed. A million
 * rows one by one, as `stream` of a query yields them, spend as much time on awaits as on reading.
 */
export const readBatches = <Row>(
  db: Db,
  query: { compile(): CompiledQuery<Row> },
  size: number,
): AsyncIterable<Row[]> => readAhead(streamBatches(db, query.compile(), size))
