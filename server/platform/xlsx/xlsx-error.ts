/** Why a workbook cannot be read; `message` can be shown to the user who uploaded it. */
export class XlsxError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'XlsxError'
  }
}
