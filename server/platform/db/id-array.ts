import { type RawBuilder, sql } from 'kysely'

/** Many ids as one parameter; an array would be quoted by the driver item by item. */
export const idArray = (ids: readonly number[]): RawBuilder<number[]> =>
  sql<number[]>`${`{${ids.join(',')}}`}::bigint[]`
