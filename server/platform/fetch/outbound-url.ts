import { isUtf8 } from 'node:buffer'
import { getDomain } from 'tldts'
import { OutboundError } from './outbound-error.ts'

/**
 * Parses a URL from a user or a page: only http and https, without credentials. The fragment is dropped. Throws
 * OutboundError `bad_url`.
 */
export function parseOutboundUrl(text: string | URL, base?: URL): URL {
  const url = URL.parse(String(text), base?.href)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || !url.hostname || url.username || url.password) throw new OutboundError('bad_url')
  url.hash = ''
  return url
}

/** Whether two URLs belong to one site: the same host or registrable domain (acme.co.uk). */
export function isSameSite(a: URL, b: URL): boolean {
  if (a.hostname === b.hostname) return true
  // Private suffixes too: two customers of one hosting company are two sites.
  const domain = getDomain(a.hostname, { allowPrivateDomains: true })
  return domain !== null && domain === getDomain(b.hostname, { allowPrivateDomains: true })
}

/** A request before or after a redirect. */
export interface Hop {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers that may follow a redirect to another origin. All others could be secrets. */
const CROSS_ORIGIN_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent', 'range'])
const BODY_HEADERS = new Set(['content-type', 'content-encoding', 'content-language'])

export const isRedirect = (status: number, location: string | undefined): location is string =>
  REDIRECTS.has(status) && location !== undefined

/**
 * The request that follows a redirect. Becomes a GET without body as in browsers (303, and POST after 301 or 302),
 * and drops every header that could be a secret when the origin changes. Throws OutboundError `bad_url`.
 */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = parseOutboundUrl(readLocation(location), hop.url)
  const turnsToGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  const isStranger = url.origin !== hop.url.origin
  const headers = Object.entries(hop.headers).filter(
    ([name]) => !(isStranger && !CROSS_ORIGIN_HEADERS.has(name)) && !(turnsToGet && BODY_HEADERS.has(name)),
  )
  return {
    url,
    method: turnsToGet ? 'GET' : hop.method,
    body: turnsToGet ? undefined : hop.body,
    headers: Object.fromEntries(headers),
  }
}

/** Header bytes arrive as one character each; servers that write non-ASCII there mean UTF-8. */
function readLocation(location: string): string {
  const bytes = Buffer.from(location, 'latin1')
  return isUtf8(bytes) && bytes.toString('latin1') === location ? bytes.toString('utf8') : location
}
