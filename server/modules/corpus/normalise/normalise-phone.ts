import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The first number of a field, and the others in it, all E.164 (`+4930123456`). Extensions are not part of it. */
export type NormalisedPhone = { e164: string; rest: string[] }

const BETWEEN_NUMBERS = /[;,|\n]|\s(?:or|and|oder|und|ou|et|o|y|e)\s/i
const EXTENSION_COMMA = /,\s*(?=(?:ext|x|extension|durchwahl|poste|doorkiesnr)\b)/gi

/**
 * Reads a phone field. `country` (ISO alpha-2) gives numbers without `+` their meaning; several numbers may be
 * separated by ; , / | or a word for "or". Null when no number in it is valid by the numbering plans.
 */
export function normalisePhone(raw: string, country: string | null): NormalisedPhone | null {
  const region = country && isSupportedCountry(country) ? country : undefined
  const parts = raw.replace(EXTENSION_COMMA, ' ').split(BETWEEN_NUMBERS)
  let numbers = parts.flatMap((part) => parsePart(part, region))
  if (numbers.length === 0 && parts.length > 1) numbers = parseOne(raw, region)
  const [e164, ...rest] = new Set(numbers)
  return e164 ? { e164, rest } : null
}

/** A slash may stand between two numbers or after an area code: the whole is tried first. */
function parsePart(part: string, region: CountryCode | undefined): string[] {
  const whole = parseOne(part, region)
  if (whole.length > 0 || !part.includes('/')) return whole
  return part.split('/').flatMap((piece) => parseOne(piece, region))
}

function parseOne(text: string, region: CountryCode | undefined): string[] {
  // A spreadsheet that took the number for a quantity adds ".0".
  const digits = text.trim().replace(/^(\+?\d{7,15})\.0$/, '$1')
  if (!/\d{3}/.test(digits.replace(/\D/g, ''))) return []
  const international = region === undefined ? digits.replace(/^\s*00(?=[1-9])/, '+') : digits
  const number = parsePhoneNumberFromString(international, region)
  return number?.isValid() ? [number.number] : []
}
