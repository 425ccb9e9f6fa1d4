/** Why a whole file cannot be read. Single bad rows are reported as `rejected` instead. */
export type CsvErrorCode =
  | 'empty_file'
  | 'not_csv'
  | 'bad_header'
  | 'bad_delimiter'
  | 'unknown_encoding'
  | 'wrong_encoding'

/** A file-level failure; `message` is a sentence that can be shown to the person who uploaded the file. */
export class CsvError extends Error {
  readonly code: CsvErrorCode

  constructor(code: CsvErrorCode, message: string) {
    super(message)
    this.name = 'CsvError'
    this.code = code
  }
}
