import { memoize } from '#server/platform/text/memoize.ts'

/** What a line with a postal code says. */
export interface PostalPlace {
  postal_code: string
  city: string
  region: string | null
  /** ISO 3166-1 alpha-2 where the form is one country's only. */
  country: string | null
  /** What stands before it in the line: a street, when it is written in one line. */
  before: string
  /** What follows it: often a country. */
  after: string
}

const CITY = String.raw`(?<city>\p{Lu}[\p{L}'’.()]{1,40}(?:[ /-]{1,2}(?:(?:an der|am|im|bei|a\. ?d\.|i\. ?d\.|ob der|v\. ?d\.|de la|de|du|des|la|le|les|sur|sous|en|di|del|della|do|da|dos|upon|on|in|pod|nad)[ -])?[\p{Lu}(][\p{L}'’.()]{1,40}){0,3})`
const US_STATES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|PR'
const US_NAMES =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming'
const PROVINCES =
  'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|Ontario|Quebec|Québec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick'
const END = String.raw`(?![\p{L}\p{N}])`
/** Letters before a postal code, as they stood on cars and letters. */
const COUNTRY_PREFIXES: Record<string, string> = {
  D: 'DE',
  DE: 'DE',
  A: 'AT',
  AT: 'AT',
  CH: 'CH',
  FL: 'LI',
  LI: 'LI',
  F: 'FR',
  FR: 'FR',
  I: 'IT',
  IT: 'IT',
  B: 'BE',
  BE: 'BE',
  L: 'LU',
  LU: 'LU',
  NL: 'NL',
  DK: 'DK',
  SE: 'SE',
  S: 'SE',
  NO: 'NO',
  N: 'NO',
  FI: 'FI',
  FIN: 'FI',
  PL: 'PL',
  CZ: 'CZ',
  SK: 'SK',
  SI: 'SI',
  SLO: 'SI',
  HR: 'HR',
  HU: 'HU',
  H: 'HU',
  RO: 'RO',
  E: 'ES',
  ES: 'ES',
  P: 'PT',
  PT: 'PT',
  EE: 'EE',
  LT: 'LT',
  LV: 'LV',
  GR: 'GR',
  BG: 'BG',
}

/** Forms of postal codes with their place, the most particular first. `country` is set where no other country writes so. */
const POSTAL_FORMS: readonly { form: RegExp; country: string | null }[] = [
  {
    country: 'US',
    form: new RegExp(
      String.raw`(?<city>\p{Lu}[\p{L}'’. -]{1,40}),?\s+(?<region>${US_STATES}|${US_NAMES}),?\s+(?<code>\d{5}(?:-\d{4})?)${END}`,
      'u',
    ),
  },
  {
    country: 'CA',
    form: new RegExp(
      String.raw`(?<city>\p{Lu}[\p{L}'’. -]{1,40})[, (]+(?<region>${PROVINCES})\)?,?\s+(?<code>[A-Z]\d[A-Z][ -]?\d[A-Z]\d)${END}`,
      'u',
    ),
  },
  {
    country: 'AU',
    form: new RegExp(
      String.raw`(?<city>\p{Lu}[\p{L}'’. -]{1,40}),?\s+(?<region>NSW|VIC|QLD|TAS|ACT)\.?,?\s+(?<code>\d{4})${END}`,
      'u',
    ),
  },
  {
    country: 'GB',
    form: new RegExp(
      String.raw`(?:(?<city>\p{Lu}[\p{L}'’.]{1,30}(?:[ -][\p{L}][\p{L}'’.]{0,30}){0,4})(?:,\s?(?<region>\p{Lu}\p{L}{2,30}(?: \p{Lu}\p{L}{2,20})?))?[,.]?\s{1,2})?(?<![\p{L}\p{N}])(?<code>[A-PR-UWYZ][A-HK-Y]?\d[\dA-Z]? ?\d[ABD-HJLNP-UW-Z]{2})${END}`,
      'u',
    ),
  },
  {
    country: 'NL',
    form: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:NL[- ])?(?<code>[1-9]\d{3} ?[A-Z]{2})[ ,]+${CITY}`, 'u'),
  },
  {
    country: 'SG',
    form: new RegExp(String.raw`(?<city>Singapore),?\s+\(?(?<code>\d{6})\)?${END}`, 'iu'),
  },
  {
    country: 'PL',
    form: new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:PL[- ])?(?<code>\d{2}-\d{3})\s+${CITY}`, 'u'),
  },
  {
    country: 'PT',
    form: new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:PT?[- ])?(?<code>\d{4}-\d{3})\s+${CITY}`, 'u'),
  },
  {
    country: 'BR',
    form: new RegExp(
      String.raw`(?<city>\p{Lu}[\p{L}'’. -]{1,40})\s?[-,/]\s?(?<region>[A-Z]{2})[,\s-]+(?:CEP:?\s*)?(?<code>\d{5}-\d{3})${END}`,
      'u',
    ),
  },
  {
    country: 'IN',
    form: new RegExp(String.raw`(?<city>\p{Lu}\p{L}{2,30})\s?[-–,]\s?(?<code>[1-9]\d{2} ?\d{3})${END}`, 'u'),
  },
  {
    country: 'JP',
    form: /〒\s?(?<code>\d{3}-\d{4})\s*(?<city>(?:[\p{Script=Han}]{2,3}[都道府県])?[\p{L}]{1,12}[市区町村])?/u,
  },
  {
    country: null,
    form: new RegExp(
      String.raw`(?<![\p{L}\p{N}.,/-])(?:(?<prefix>[A-Z]{1,3})[- ]\s?)?(?<code>\d{3} \d{2})(?:\s?[-–,])?\s+${CITY}`,
      'u',
    ),
  },
  {
    country: null,
    form: new RegExp(
      String.raw`(?<![\p{L}\p{N}./-])(?:(?<prefix>[A-Z]{1,3})\s?[-–]\s?)?(?<code>\d{4,5})(?:\s?[-–])?\s+${CITY}`,
      'u',
    ),
  },
]
const MAX_LINE = 220
/** What all forms have: three digits, or digits and capitals as Britain and Canada mix them. */
const MAY_HOLD_CODE = /\d{3}|[A-Z]\d[\dA-Z]? ?\d[A-Z]{2}|[A-Z]\d[A-Z][ -]?\d[A-Z]\d|\d{2} \d/

/** The place that a line names with its postal code; null when it names none. */
export function readPostalPlace(line: string): PostalPlace | null {
  const place = line.length > MAX_LINE || !MAY_HOLD_CODE.test(line) ? null : readForms(line)
  return place && { ...place }
}

const readForms = memoize((line): PostalPlace | null => {
  for (const { form, country } of POSTAL_FORMS) {
    const match = form.exec(line)
    const { code, city, region, prefix } = match?.groups ?? {}
    if (!match || !code || (country === null && isYear(code, prefix))) continue
    const before = line.slice(0, match.index)
    return {
      postal_code: code,
      city: (city ?? '').replace(/\s?\([^)]{0,40}\)?$/, '').replace(/[\s,.-]+$/, ''),
      region: region ?? null,
      country: country ?? (prefix ? (COUNTRY_PREFIXES[prefix] ?? null) : null),
      before: before.replace(/[\s,;|·•–-]+$/, '').trim(),
      after: line
        .slice(match.index + match[0].length)
        .replace(/^[\s,;|·•()–-]+/, '')
        .trim(),
    }
  }
  return null
})

/** "2024 Acme" is no place; four digits that are a year need the country's letters before them. */
const isYear = (code: string, prefix: string | undefined): boolean => /^(?:19|20)\d\d$/.test(code) && !prefix
