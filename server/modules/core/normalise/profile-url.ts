import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import { normaliseUrl } from './normalise-url.ts'

interface Network {
  hosts: readonly string[]
  makeUrl(handle: string): string
  handle: RegExp
  /** Reserved names, in URLs and as bare names. */
  others: ReadonlySet<string>
}

const NETWORKS = {
  linkedin: {
    hosts: ['linkedin.com'],
    makeUrl: (handle) => `https://www.linkedin.com/in/${handle}`,
    handle: /^[\p{L}\p{N}%_-]{2,150}$/u,
    others: new Set([
      'company',
      'school',
      'jobs',
      'feed',
      'groups',
      'posts',
      'search',
      'sales',
      'showcase',
      'login',
    ]),
  },
  github: {
    hosts: ['github.com'],
    makeUrl: (handle) => `https://github.com/${handle}`,
    handle: /^[a-z\d](?:[a-z\d-]{0,38})$/i,
    others: new Set(['orgs', 'topics', 'search', 'login', 'about', 'features', 'sponsors', 'marketplace']),
  },
  x: {
    hosts: ['x.com', 'twitter.com'],
    makeUrl: (handle) => `https://x.com/${handle}`,
    handle: /^\w{1,20}$/,
    others: new Set(['home', 'search', 'i', 'intent', 'share', 'hashtag', 'login']),
  },
} satisfies Record<string, Network>

export type NetworkName = keyof typeof NETWORKS

/** The name in a URL's path on a network; null without one. */
function handleIn(url: URL, name: NetworkName): string | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  // LinkedIn profiles are below /in/ or, formerly, /pub/.
  const handle = name === 'linkedin' ? (/^(in|pub)$/i.test(first) ? second : '') : first
  return handle || null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toWellFormed()
  } catch {
    return text
  }
}

/**
 * A person's canonical profile URL, from any form: `@anna`, `anna`, `linkedin.com/in/anna/?utm=1` and
 * `https://de.linkedin.com/in/Anna` give the same. Null for others.
 */
export function profileUrl(raw: string, name: NetworkName): string | null {
  const network: Network = NETWORKS[name]
  const text = raw.trim().split(/[\s;,|]+/)[0] ?? ''
  const bare = text
    .replace(/^@/, '')
    .replace(/^\/?in\//i, '')
    .replace(/\/$/, '')
  const own = (handle: string): string | null => {
    const plain = decoded(handle).toLowerCase().normalize('NFC')
    return network.handle.test(plain) && !network.others.has(plain) ? network.makeUrl(plain) : null
  }
  if (!/[./:]/.test(bare)) return own(bare)
  const address = normaliseUrl(text)
  if (address === null) return null
  const url = new URL(address)
  const isOnNetwork = network.hosts.some((host) => isHostBelow(url.hostname, host))
  const handle = isOnNetwork ? handleIn(url, name) : null
  return handle === null ? null : own(handle)
}

/** A person's canonical profile URL on any network; null for others. */
export const personProfile = (address: string): string | null =>
  profileUrl(address, 'linkedin') ?? profileUrl(address, 'github') ?? profileUrl(address, 'x')
