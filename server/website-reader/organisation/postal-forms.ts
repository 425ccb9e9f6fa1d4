import { memoize } from '#server/platform/text/memoize.ts'

/** What a line says that begins with a postal code, or has it beside its place. */
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
const END = String.raw`(?![\p{L}\p{N}])`
/** Letters before a postal code, as they stood on cars and letters; alone or with the country they mean. */
const COUNTRY_PREFIXES: Readonly<Record<string, string>> = Object.fromEntries(
  'D=DE DE A=AT AT CH FL=LI LI F=FR FR I=IT IT B=BE BE L=LU LU NL DK SE S=SE NO N=NO FI FIN=FI PL CZ SK SI SLO=SI HR HU H=HU RO E=ES ES P=PT PT EE LT LV GR BG'
    .split(' ')
    .map((entry) => [entry.split('=')[0], entry.split('=').at(-1)]),
)

/** Forms of postal codes with their place, the most particular first. `country` is set where no other country writes so. */
const POSTAL_FORMS: readonly { form: RegExp; country: string | null }[] = [
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
    if (
      !match ||
      !code ||
      (country === null && (isYear(code, prefix) || isHouseNumber(line, match.index, prefix)))
    )
      continue
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

const ENGLISH_ROAD =
  /^\d+ (?:[NS]?[EW]|[NS])\b|^\d+ [^,]*\b(?:street|st|ct|cir|way|route|rte|loop|pike|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|parkway|pkwy|highway|hwy|suite|court|place|pl|trail|circle)\b/i

/** "4700 W. 160th Street" begins with the number of a house. */
const isHouseNumber = (line: string, at: number, prefix: string | undefined): boolean =>
  !prefix && ENGLISH_ROAD.test(line.slice(at))

/** "2024 Acme" is no place; four digits that are a year need the country's letters before them. */
const isYear = (code: string, prefix: string | undefined): boolean => /^(?:19|20)\d\d$/.test(code) && !prefix
