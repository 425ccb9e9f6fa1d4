import type { ColumnType, SelectType } from 'kysely'

/**
 * Row types of every table, by declaration merging: each `X-store.ts` adds the tables that it owns, so a
 * table's shape is beside its SQL and the query builder still knows all of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the stores
export interface Tables {}

/** Columns of a table as a view shows them to other modules: read-only. */
export type ReadOnly<T, K extends keyof T = keyof T> = {
  [C in K]: ColumnType<SelectType<T[C]>, never, never>
}
