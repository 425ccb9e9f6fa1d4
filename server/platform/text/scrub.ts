/** The installation folder: its path may contain a person's name. */
const ROOT = new URL('../../../', import.meta.url).pathname

/** Patterns of personal data and secrets, in the order of replacement. */
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

/**
 * Long runs of letters and digits: tokens, keys, parts of a signed token. Program identifiers have no digits, or are
 * short.
 */
const withoutTokens = (text: string): string =>
  text.replace(/[\w-]{32,}/g, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? '[token]' : run))

/**
 * Removes what looks personal or secret: email addresses, phone numbers, IP addresses, tokens, query strings, the
 * installation folder. Names of people have no pattern and cannot be recognized.
 */
export const scrub = (text: string): string =>
  PATTERNS.reduce(
    (rest, [pattern, instead]) => rest.replace(pattern, instead),
    withoutTokens(text.replaceAll(`file://${ROOT}`, '').replaceAll(ROOT, '')),
  )

/** A value with every text replaced by its length: numbers, booleans and field names stay. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : `[${value.length} characters]`
  if (Array.isArray(value)) return value.slice(0, 20).map(redact)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redact(item)]))
}
