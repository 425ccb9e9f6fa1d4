/** Why a workbook cannot be read; `message` is a sentence that can be shown to the person who uploaded it. */
export class XlsxError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'XlsxError'
  }
}
