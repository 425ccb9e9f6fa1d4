import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max'
import { phonePlans } from './phone-plans.ts'

/** The first number of a field and the others in it, all E.164 (`+4930123456`) without extensions. */
export type NormalisedPhone = { e164: string; rest: string[] }

/** A number that is valid by the numbering plans. */
export interface ReadPhone {
  /** `+4930123456`, without the extension. */
  e164: string
  /** Digits; null when there is none. */
  extension: string | null
  /** ISO 3166-1 alpha-2 of its numbering plan; null for international numbers. */
  country: string | null
  /** True only where mobile numbers are recognizable: not in North America. */
  mobile: boolean
  /** Nationwide: freephone or otherwise not tied to a place, so that a company's branches share it. */
  freephone: boolean
}

const BETWEEN_NUMBERS = /[;,|\n]|\s:::\s|\s(?:or|and|oder|und|ou|et|o|y|e)\s/i
/** Words for an extension that the numbering library does not know, before the digits that end the field. */
const EXTENSION_WORDS =
  /[\s,;(]{0,3}\b(?:durchwahl|dw|nebenstelle|nst|klappe|kl|poste|interno|int|ramal|anexo|toestel|doorkiesnr|wew|linka|anknytning|lokal|extn|extension)\b[.: -]{0,3}(\d{1,7})\)?\s*$/i
const EXTENSION_COMMA = /,\s*(?=(?:ext|x|extension|durchwahl|poste|doorkiesnr)\b)/gi

/**
 * Parses a phone field. `country` (ISO alpha-2) applies to numbers without `+`; several numbers may be separated by
 * ; , / | or a word for "or". Null when no number in it is valid by the numbering plans.
 */
export function normalisePhone(raw: string, country: string | null): NormalisedPhone | null {
  const [e164, ...rest] = numbersIn(raw, country).map(({ number }) => number)
  return e164 ? { e164, rest } : null
}

/** As `normalisePhone`, with what the numbering plan says about each number: half as much work again. */
export const readPhones = (raw: string, country: string | null): ReadPhone[] =>
  numbersIn(raw, country).map(described)

/** In order, without duplicates. */
function numbersIn(raw: string, country: string | null): PhoneNumber[] {
  const region = country && phonePlans().isSupportedCountry(country) ? country : undefined
  const parts = raw.replace(EXTENSION_COMMA, ' ').split(BETWEEN_NUMBERS)
  let numbers = parts.flatMap((part) => parsePart(part, region))
  if (numbers.length === 0 && parts.length > 1) numbers = parseOne(raw, region)
  const byNumber = new Map<string, PhoneNumber>()
  for (const number of numbers) if (!byNumber.has(number.number)) byNumber.set(number.number, number)
  return [...byNumber.values()]
}

const FREEPHONE_TYPES = ['TOLL_FREE', 'SHARED_COST', 'PREMIUM_RATE', 'UAN', 'VOIP']

/** A slash may separate two numbers or follow an area code: the whole is tried first. */
function parsePart(part: string, region: CountryCode | undefined): PhoneNumber[] {
  const whole = parseOne(part, region)
  if (whole.length > 0 || !part.includes('/')) return whole
  return part.split('/').flatMap((piece) => parseOne(piece, region))
}

function parseOne(text: string, region: CountryCode | undefined): PhoneNumber[] {
  // A spreadsheet that treated the number as a quantity adds ".0".
  const digits = latinDigits(text)
    .trim()
    .replace(/^(\+?\d{7,15})\.0$/, '$1')
    .replace(EXTENSION_WORDS, ' ext. $1')
  if (!/\d{3}/.test(digits.replace(/\D/g, ''))) return []
  const read = (written: string) => {
    const number = phonePlans().parsePhoneNumberFromString(written, region)
    return number?.isValid() ? number : undefined
  }
  // 00 is understood everywhere, also where another prefix leads abroad.
  const number = (region && read(digits)) ?? read(digits.replace(/^\s*00 ?(?=[1-9])/, '+'))
  const own = number && region ? withoutPlus(digits, number, region, read) : number
  return own ? [own] : []
}

/** Digits of a national number that nobody takes for an international one without its plus. */
const LONGEST_PLAIN = 10

/**
 * A number may have its calling code without a plus. Where numbers have no fixed length, `49151…` is then valid with
 * the code twice, and a foreign number as one of the region: such a one is read as neither.
 */
function withoutPlus(
  digits: string,
  number: PhoneNumber,
  region: CountryCode,
  read: (written: string) => PhoneNumber | undefined,
): PhoneNumber | undefined {
  if (!/^[\s(]*[1-9]/.test(digits)) return number
  const bare = digits.replace(/\D/g, '')
  const code = phonePlans().getCountryCallingCode(region)
  // What the plan took off the front is its prefix for calls within the country, such as the 8 of Russia.
  const isDomestic = bare !== number.nationalNumber && bare.endsWith(number.nationalNumber)
  if (isDomestic && !bare.startsWith(code)) return number
  const whole = read(
    digits
      .replace(/\d/, '+$&')
      .replace(/^[\s(]+/, '')
      .replace(')', ''),
  )
  // With its own code in front and too long for a national number, it is no other number either.
  if (!whole && bare.startsWith(code) && bare.length > LONGEST_PLAIN && number.getType() !== 'MOBILE')
    return number.number === `+${bare}` ? number : undefined
  if (!whole || whole.number === number.number) return number
  if (whole.countryCallingCode === code) return whole
  return bare.length > LONGEST_PLAIN && number.getType() !== 'MOBILE' ? undefined : number
}

/** Full-width, Arabic and other decimal digits as ASCII. */
const latinDigits = (text: string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? text
    : text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
        const code = digit.codePointAt(0) as number
        let value = 0
        while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
        return code < 128 ? digit : String(value)
      })

function described(number: PhoneNumber): ReadPhone {
  const type = number.getType()
  return {
    e164: number.number,
    extension: number.ext || null,
    country: number.country ?? null,
    mobile: type === 'MOBILE',
    freephone: type !== undefined && FREEPHONE_TYPES.includes(type),
  }
}

let callingCodes: readonly string[] | undefined

/** Digits of an unparsed number, without an extension and leading zeros or signs. */
const bareDigits = (raw: string): string =>
  latinDigits(raw)
    .replace(/(\d)\s*[,;]?\s*[a-z#].*$/is, '$1')
    .replace(/\D/g, '')
    .replace(/^0+/, '')

/**
 * Possible E.164 forms of a number without a country: its digits alone and after each calling code. Empty below
 * seven digits, which too many numbers share.
 */
export function possibleE164(raw: string): string[] {
  const digits = bareDigits(raw)
  if (digits.length < 7 || digits.length > 15) return []
  const { getCountries, getCountryCallingCode } = phonePlans()
  callingCodes ??= [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]
  return [`+${digits}`, ...callingCodes.map((code) => `+${code}${digits}`)]
}

/** The digits by which `possibleE164` finds a number written without its country: with and without its calling code. */
export function listDigits(e164: string): string[] {
  const phone = phonePlans().parsePhoneNumberFromString(e164)
  return [...new Set([e164.slice(1), ...(phone ? [String(phone.nationalNumber)] : [])])]
}
