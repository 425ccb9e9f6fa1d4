/** Where this program is installed: its folder may hold the name of a person. */
const ROOT = new URL('../../../', import.meta.url).pathname

/** Personal data and secrets by their form, in the order in which they are replaced. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/(\bhttps?:\/\/[^\s?#)"'<>]*)[?#][^\s)"'<>]*/gi, '$1?[query]'],
  [/[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '[email]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/\b(?:sk|pk|key|tok)[_-][\w-]{8,}/gi, '[token]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[ip]'],
  [/\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}:){1,6}:[0-9a-f:]{1,30}/gi, '[ip]'],
  [/\+\d[\d\s().-]{6,20}\d/g, '[phone]'],
  [/\(?\b\d{3,5}\)?[\s.-]\d{3,4}[\s.-]\d{3,5}\b/g, '[phone]'],
]

/** Long runs of letters and digits: tokens, keys, parts of a signed token. Identifiers of programs have no digits, or are short. */
const withoutTokens = (text: string): string =>
  text.replace(/[\w-]{32,}/g, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? '[token]' : run))

/**
 * A text without what is personal or secret by its form: email addresses, phone numbers, IP addresses, tokens, queries
 * of addresses, the folder of the installation. Names of people have no form and cannot be recognised.
 */
export const scrub = (text: string): string =>
  PATTERNS.reduce(
    (rest, [pattern, instead]) => rest.replace(pattern, instead),
    withoutTokens(text.replaceAll(`file://${ROOT}`, '').replaceAll(ROOT, '')),
  )

/** A value with every text in it replaced by its length: numbers, yes and no and the names of fields stay. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : `[${value.length} characters]`
  if (Array.isArray(value)) return value.slice(0, 20).map(redact)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redact(one)]))
}
