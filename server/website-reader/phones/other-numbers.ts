const DATE = String.raw`(?:\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:19|20)?\d\d|(?:19|20)\d\d\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,2})`
const TIME = String.raw`(?:[01]?\d|2[0-4])\.[0-5]\d`
/** Forms that digits take when they are something else, whatever word stands before them. */
const OTHER_FORMS: readonly RegExp[] = [
  new RegExp(`^${DATE}$`),
  new RegExp(`^${DATE}\\s?[-/]\\s?${DATE}$`),
  new RegExp(`^${TIME}\\s?[-/]\\s?${TIME}(?:\\s.*)?$`),
  // Years, and years from and to.
  /^\(?(?:19|20)\d\d\)?\s?[-/]\s?(?:19|20)?\d\d\)?$/,
  /^(?:19|20)\d\d(?:[ ./](?:19|20)\d\d)+$/,
  // Four groups of four: a credit card.
  /^\d{4}([ -])\d{4}\1\d{4}\1\d{4}$/,
  /^97[89][ -]?(?:\d[ -]?){10}$/,
  // A decimal number: a coordinate, a price, a version.
  /^[1-9]\d{0,2}\.\d{4,}$/,
  /^\d{1,3}(?:\.\d{3})+$/,
]
/** Groups of digits that only placeholders have. */
const DUMMY_NUMBERS: ReadonlySet<string> = new Set([
  '123456789',
  '1234567890',
  '12345678',
  '123456',
  '0123456789',
  '987654321',
  '9876543210',
])

/** Whether a row of digits has the form of a date, time, price, card, year or coordinate. */
export function hasOtherForm(raw: string): boolean {
  return OTHER_FORMS.some((form) => form.test(raw))
}

/** Whether a row of digits is an address of the Internet protocol; four pairs are a phone number where a word says so. */
export function isIpAddress(raw: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(raw) && raw.split('.').every((part) => Number(part) < 256)
}

/** Whether digits are a placeholder: all the same, nothing but zeros at the end, or counted up or down. */
export function isDummyNumber(raw: string): boolean {
  const digits = raw.replace(/\D/g, '')
  return DUMMY_NUMBERS.has(digits) || /^0*(\d)\1{5,}$/.test(digits) || /0{6}\d?$/.test(digits)
}
