import { parse } from 'tldts'

const MAX_LENGTH = 2048
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+(?:[a-z][a-z0-9-]*[a-z0-9])$/
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * The URL in a field: http as given, `http://` added to a bare host, host in lower case and ASCII. Of several
 * URLs the first. Null for anything that is not a public web address: other schemes, spaces, hosts without a
 * dot, user names (mostly emails in the wrong column).
 */
export function normaliseUrl(raw: string): string | null {
  const text = cutFirst(raw.trim())
  // biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsers drop them silently
  if (text === '' || text.length > MAX_LENGTH || /[\s\u0000-\u001f\u007f<>"]/.test(text)) return null
  const address = withScheme(text)
  if (!address || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return null
  url.hostname = url.hostname.replace(/\.$/, '')
  const host = url.hostname
  // URL parsers read a bare number as an IP address.
  const isIp = IPV4.test(host)
  if (isIp ? !address.includes(`//${host}`) : !HOST.test(host)) return null
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && !/\/$/.test(address)
  return bare ? url.href.slice(0, -1) : url.href
}

/**
 * The registrable domain: `www.a.co.uk` gives `a.co.uk`. Hosts below a shared suffix count as registered by
 * their users: `shop.acme.myshopify.com` gives `acme.myshopify.com`. ASCII, lower case. Takes a URL or a host;
 * null for IP addresses, bare suffixes and names without a dot.
 */
export function registrableDomain(url: string): string | null {
  return url.startsWith('.') ? null : parse(url, { allowPrivateDomains: true }).domain
}

/** Shared sites that host pages of others: such a URL does not show which domain a business owns. */
const SHARED_SITES = new Set([
  'facebook.com',
  'fb.com',
  'fb.me',
  'instagram.com',
  'twitter.com',
  'x.com',
  'linkedin.com',
  'youtube.com',
  'youtu.be',
  'tiktok.com',
  'pinterest.com',
  'google.com',
  'goo.gl',
  'yelp.com',
  'foursquare.com',
  'linktr.ee',
  'bit.ly',
  'untappd.com',
  'beacons.ai',
  't.me',
  'wa.me',
  'vk.com',
])

/** The same under the suffix of any country: `google.de`, `yelp.co.uk`. */
const SHARED_NAMES = new Set(
  'google facebook yelp tripadvisor trustpilot foursquare yellowpages gelbeseiten pagesjaunes paginegialle paginasamarillas crunchbase zoominfo booking opentable'.split(
    ' ',
  ),
)

/** Whether an address is a page on a shared site. */
export function isOnSharedSite(url: string): boolean {
  const { domain, domainWithoutSuffix } = parse(url, { allowPrivateDomains: true })
  return domain !== null && (SHARED_SITES.has(domain) || SHARED_NAMES.has(domainWithoutSuffix ?? ''))
}

/** The registrable domain of a business's own website; null for a page on a shared site. */
export const ownDomain = (url: string): string | null => (isOnSharedSite(url) ? null : registrableDomain(url))

function cutFirst(text: string): string {
  return text.split(/[\s;,|]+(?=https?:|www\.)/i)[0]!.replace(/[;,|]+$/, '')
}

function withScheme(text: string): string | null {
  const known = /^(?:https?:?\/{1,3})*(https?):?\/{1,3}(.*)$/i.exec(text)
  if (known) return `${known[1]!.toLowerCase()}://${known[2]}`
  const bare = text.replace(/^\/\//, '')
  // "host:8080/path" looks like a scheme.
  const otherScheme = /^[a-z][a-z0-9+.-]*:/i.test(bare) && !/^[\w.-]+\.[a-z]{2,}:\d+(?:[/?#]|$)/i.test(bare)
  return otherScheme || /^[/\\.]/.test(bare) ? null : `http://${bare}`
}
