/** Stands for the application's own origin. */
const INSIDE = 'https://inside.invalid'

/**
 * The path, search and hash of an address within the application, as a browser reads it; undefined for one that
 * leads elsewhere. Browsers ignore tabs and line ends, read a backslash as a slash, and resolve `..`.
 */
export function insideAddress(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, INSIDE)) return undefined
  const { origin, pathname, search, hash } = new URL(text, INSIDE)
  // What a later decoding would turn into a second slash.
  const decoded = pathname.replace(/%0[9ad]/gi, '').replace(/%(?:2f|5c)/gi, '/')
  return origin === INSIDE && !decoded.startsWith('//') ? pathname + search + hash : undefined
}

/** Whether a text is an address within the application, written as a browser shows it. */
export const isInside = (text: string): boolean => insideAddress(text) === text

/** Whether a text is an absolute https address. */
export const isHttps = (text: string): boolean =>
  /^https:\/\/\S+$/i.test(text) && URL.canParse(text) && new URL(text).protocol === 'https:'
