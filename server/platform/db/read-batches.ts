import type { CompiledQuery } from 'kysely'
import { readAhead } from '../read-ahead.ts'
import type { Db } from './db.ts'

async function* batchesOf<Row>(db: Db, query: CompiledQuery<Row>, size: number): AsyncIterable<Row[]> {
  for await (const { rows } of db.getExecutor().stream(query, size)) yield rows
}

/**
 * The rows of a query, `size` at a time, the next ones being read while these are worked on. A million rows one by one,
 * as `stream` of a query gives them, cost as much for the waiting between them as for the reading.
 */
export const readBatches = <Row>(
  db: Db,
  query: { compile(): CompiledQuery<Row> },
  size: number,
): AsyncIterable<Row[]> => readAhead(batchesOf(db, query.compile(), size))
