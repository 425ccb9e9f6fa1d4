export type ParquetRow = Record<string, unknown>
