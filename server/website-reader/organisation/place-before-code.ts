import { memoize } from '#server/platform/text/memoize.ts'
import { REGIONS, type RegionCountry } from './regions.ts'

/** A postal code, or a county where there are none, behind its place. */
export interface CodeBehindPlace {
  country: RegionCountry
  postal_code: string | null
  region: string | null
  /** What stands before region and code: the town, and a street when it is written in one line. */
  head: string
  /** The code stands alone, and `head` in the line above it. */
  isAlone: boolean
}

const START = String.raw`(?<![\p{L}\p{N}])`
const END = String.raw`(?![\p{L}\p{N}]|-\p{L})`
const CODES: Record<RegionCountry, string> = {
  CA: '[ABCEGHJ-NPRSTVXY]\\d[A-Z][ -]?\\d[A-Z]\\d',
  GB: '[A-PR-UWYZ][A-HK-Y]?\\d[\\dA-Z]? ?\\d[ABD-HJLNP-UW-Z]{2}',
  IE: '(?:[AC-FHKNPRTV-Y]\\d\\d|D6W) ?[\\dAC-FHKNPRTV-Y]{4}',
  AU: '(?:0[289]|[2-7]\\d|1[0-2]|8\\d|9[0-2])\\d\\d',
  US: '\\d{5}(?:[-–]\\d{4})?',
}
/** Where digits alone are no code: the region stands before them. */
const NEEDS_REGION: ReadonlySet<RegionCountry> = new Set(['AU', 'US'])
const forms = (Object.entries(CODES) as [RegionCountry, string][]).map(([country, code]) => ({
  country,
  code: new RegExp(`${START}${code}${END}`, 'gu'),
  regionAtEnd: new RegExp(`(?:^|[\\s,(])(?<region>${REGIONS[country]})[).,]*\\s*[–-]?\\s*$`, 'u'),
  region: new RegExp(`^\\(?(?<region>${REGIONS[country]})\\)?${END}`, 'u'),
}))
const MAX_LINE = 220
const MAY_HOLD_CODE = /\d{4}|\d ?[A-Z]|, ?[A-Z][A-Za-z. ]+$|\b(?:Co\.?|County) \p{Lu}|Dublin \d/u
const COUNTY = new RegExp(`[\\s,](?<region>${REGIONS.IE}|Dublin \\d{1,2}W?)${END}`, 'u')
/** A state and no code, where the street must say more. */
const STATE = new RegExp(`,\\s*(?<region>(?<state>${REGIONS.US}))(?:,? (?:USA|United States))?$`, 'u')

/** Reads a line that has a town before its postal code, as in Britain, Ireland, North America and Australia; `above` is the line before. */
export function readCodeBehindPlace(line: string, above: string): CodeBehindPlace | null {
  if (line.length > MAX_LINE || !MAY_HOLD_CODE.test(line)) return null
  const found = readForms(line)
  // "Springfield, IL" and the code on a line of its own.
  const isAlone = !found && above.length < MAX_LINE && /^\d{4,5}(?:-\d{4})?[.,]?$/.test(line)
  const place = isAlone ? readForms(`${above} ${line}`) : found
  return place && { ...place, isAlone }
}

const readForms = memoize((line): Omit<CodeBehindPlace, 'isAlone'> | null => {
  for (const { country, code, regionAtEnd, region } of forms) {
    for (const match of line.matchAll(code)) {
      const before = line.slice(0, match.index)
      const after = line.slice(match.index + match[0].length).replace(/^[\s,;|·•()–-]+/, '')
      const named = regionAtEnd.exec(before)
      const behind = region.exec(after)
      if (!named && NEEDS_REGION.has(country)) continue
      return {
        country,
        postal_code: match[0],
        region: named?.groups?.region ?? behind?.groups?.region ?? null,
        head: named ? before.slice(0, named.index) : before,
      }
    }
  }
  const county = COUNTY.exec(line) ?? STATE.exec(line)
  const region = county?.groups?.region ?? null
  const country = county?.groups?.state ? 'US' : 'IE'
  return county && { country, postal_code: null, region, head: line.slice(0, county.index) }
})

/** The region that a text names and nothing else. */
export function readRegion(text: string, country: RegionCountry): string | null {
  const match = forms.find((form) => form.country === country)?.region.exec(text)
  return match && match[0].length >= text.length - 1 ? (match.groups?.region ?? null) : null
}
