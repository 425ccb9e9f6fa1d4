/**
 * Row types of every table, by declaration merging: each `X-store.ts` adds the tables that it owns, so a
 * table's shape stands beside its SQL and the query builder still knows all of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the stores
export interface Tables {}
