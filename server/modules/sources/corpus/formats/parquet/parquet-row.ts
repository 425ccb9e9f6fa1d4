/** A row as the reader of Parquet gives it. */
export type ParquetRow = Record<string, unknown>
