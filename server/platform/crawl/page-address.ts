import { getDomain } from 'tldts'
import { systemClock } from '../clock.ts'
import { isEndless, withoutWww } from './endless-paths.ts'

/** A URL worth a request, and the key shared by all its spellings. */
interface PageAddress {
  url: URL
  key: string
}

const MAX_URL_CHARS = 2000
/** Files never read: images, audio, video, fonts, code, archives, documents. */
const UNREADABLE =
  /\.(?:avif|bmp|eps|gif|heic|ico|jfif|jpe?g|png|psd|raw|svgz?|tiff?|webp|aac|aiff?|avi|flac|flv|m3u8?|m4[av]|midi?|mkv|mov|mp[34g]|mpeg|og[agv]|opus|swf|wav|web[am]|wm[av]|eot|otf|ttf|woff2?|css|js|mjs|map|json|xml|rss|atom|wasm|7z|apk|bin|bz2|cab|deb|dmg|exe|gz|iso|jar|msi|rar|rpm|tar|tgz|xz|zip|csv|docx?|dotx?|epub|ics|od[pst]|pdf|pp[st]x?|ps|rtf|xlsx?|xlsm)$/i
/** Tracking and session parameters, which never identify a page. */
const TRACKING_PARAMETERS =
  /^(?:utm_\w*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|mkt_tok|_ga|_gl|_hs\w+|hsctatracking|ref_src|phpsessid|jsessionid|session_?id|sessid|oscsid|zenid|cfid|cftoken|aspsessionid\w*|asp\.net_sessionid)$/i
/** Short names that mean a session only when the value looks like one. */
const SESSION = /^(?:s|sid|sess|session)=[a-z0-9]{16,}$/i
/** `www.acme.example/contact`: its `https://` was forgotten. */
const NO_SCHEME = /^www\.[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#]|$)/i
const INDEX_FILE = /\/(?:index|default|home)\.(?:html?|xhtml|php\d?|aspx?|jsp|cfm)$/i

/** The scope of a website: its registrable domain, and the origin of its start page. */
export interface SiteScope {
  /** Parses a link; null when it leaves the website, is an unread file, or is endless. */
  read(href: string, base: string): PageAddress | null
  /** Whether an address belongs to the website. */
  isOwn(url: URL): boolean
  isStartHost(host: string): boolean
  makeKey(url: URL): string
  /** Call when the start page has answered from somewhere else. */
  moveTo(url: URL): void
}

export function createSiteScope(start: URL): SiteScope {
  const domain = getDomain(start.hostname, { allowPrivateDomains: true })
  const known = new Map<string, boolean>()
  let home = start

  const isOwnHost = (hostname: string): boolean =>
    hostname === start.hostname ||
    (domain !== null && domain === getDomain(hostname, { allowPrivateDomains: true }))

  const isOwn = (url: URL): boolean => {
    let own = known.get(url.hostname)
    if (own === undefined) {
      own = isOwnHost(url.hostname)
      // A page may link any number of hosts.
      if (known.size < 10_000) known.set(url.hostname, own)
    }
    return own
  }

  return {
    isOwn,
    isStartHost: (host) => host === home.host,
    makeKey: pageKey,
    moveTo(url) {
      home = url
    },
    read(href, base) {
      if (href.length > MAX_URL_CHARS) return null
      const url = URL.parse(NO_SCHEME.test(href) ? `${home.protocol}//${href}` : href, base)
      if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
      if (url.username || url.password || !isOwn(url) || UNREADABLE.test(url.pathname)) return null
      removeTracking(url)
      if (url.href.length > MAX_URL_CHARS || isEndless(url, systemClock.now().getUTCFullYear())) return null
      // Both spellings of the start host redirect there; this saves a request.
      if (!url.port && !home.port && withoutWww(url.hostname) === withoutWww(home.hostname)) {
        url.protocol = home.protocol
        url.hostname = home.hostname
      }
      return { url, key: pageKey(url) }
    },
  }
}

/** Removes what does not identify the page. */
function removeTracking(url: URL): void {
  if (url.hash) url.hash = ''
  if (url.pathname.includes(';'))
    url.pathname = url.pathname.replace(/;(?:jsessionid|sid|phpsessid)=[^/;]*/gi, '')
  const query = url.search && ownQuery(url.search)
  // Setting is expensive. The parser keeps a lone `?` although it reads as no query.
  if (url.search ? query !== url.search.slice(1) : url.href.endsWith('?')) url.search = query
}

function ownQuery(search: string): string {
  return search
    .slice(1)
    .split('&')
    .filter(
      (pair) => pair && !TRACKING_PARAMETERS.test(pair.split('=', 1)[0] as string) && !SESSION.test(pair),
    )
    .join('&')
}

/** The same for http and https, with and without `www.`, index file and trailing slash. */
function pageKey(url: URL): string {
  const path = url.pathname.replace(INDEX_FILE, '/')
  const end = path.endsWith('/') ? -1 : path.length
  const query = url.search ? ownQuery(url.search) : ''
  return `${withoutWww(url.hostname)}${url.port && `:${url.port}`}${path.slice(0, end)}?${query}`
}
