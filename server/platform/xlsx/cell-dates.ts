/** Standard formats that show a number as a date or a time. */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a number format shows a date: it has letters for days and the like outside of quotes and brackets. */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? isBuiltIn(id)
    : /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '').replace(/general/gi, ''))

const DAY_MS = 86_400_000
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** The last day of spreadsheets, 9999-12-31. */
const LAST_SERIAL = 2_958_465

/** The date, with its time if it has one, of a spreadsheet serial number; null when it is out of range. */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return null
  // Spreadsheets believe in 29 February 1900; days before it are one off.
  const days = !is1904 && serial < 60 ? serial + 1 : serial
  const moment = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(days * DAY_MS))
  const text = moment.toISOString()
  if (serial < 1 && serial > 0) return text.slice(11, 19)
  return Number.isInteger(serial) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** A number as a person would write it: whole ones without `.0` and exponent. */
export function plainNumber(raw: string): string {
  const text = raw.trim()
  if (/^-?\d+$/.test(text)) return text
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return text
  return Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)))
}
