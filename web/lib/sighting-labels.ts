/** How a value was written on a web page, as a phrase after "Found in". */
const METHODS: Record<string, string> = {
  mailto: 'an email link',
  text: 'text on the page',
  obfuscated_text: 'text that hides the address from bots, such as “name (at) domain”',
  cloudflare: 'an address encoded against bots',
  split_markup: 'text split up by the page',
  script: 'a script on the page',
  json_ld: 'structured data (JSON-LD)',
  microdata: 'structured data (microdata)',
  hcard: 'a contact card in the page (hCard)',
  vcard: 'a contact file (vCard)',
  tel_link: 'a phone link',
  link: 'a link',
  meta: 'a meta tag of the page',
  section: 'a team section',
  card: 'a profile card',
  table: 'a row of a table',
  heading: 'a heading and the text below it',
  ai_text: 'text written for this lead, with sources',
  inferred: 'the pattern of other addresses at this domain',
}

/** Phrase for a method; an unknown one is shown as it is. */
export const methodPhrase = (method: string): string =>
  Object.hasOwn(METHODS, method) ? (METHODS[method] as string) : method.replaceAll('_', ' ')

/** Whether the method means that the value is on a web page. */
export const isOnPage = (method: string): boolean =>
  Object.hasOwn(METHODS, method) && method !== 'inferred' && method !== 'ai_text'

/** Readable form of a URL: host and path without scheme, `www.` and trailing slash. */
export function pageLabel(url: string): string {
  if (!URL.canParse(url)) return url
  const { hostname, pathname, search } = new URL(url)
  return `${hostname.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}${search}`
}

/** The URL if it is safe to link (http or https), else null. */
export function pageHref(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** The distinct pages of some sightings, each with all forms of the value found there. */
export function listPages(
  sources: readonly { url: string; method: string }[],
): { url: string; methods: string[] }[] {
  const pages = new Map<string, Set<string>>()
  for (const { url, method } of sources) pages.set(url, (pages.get(url) ?? new Set()).add(method))
  return [...pages].map(([url, methods]) => ({ url, methods: [...methods] }))
}
