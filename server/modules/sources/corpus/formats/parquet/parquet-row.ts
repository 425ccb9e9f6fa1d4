/** A row as returned by the Parquet reader. */
export type ParquetRow = Record<string, unknown>
