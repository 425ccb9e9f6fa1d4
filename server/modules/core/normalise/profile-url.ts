import { normaliseUrl } from './normalise-url.ts'

interface Network {
  hosts: readonly string[]
  /** The address of someone by their name there. */
  urlOf(handle: string): string
  handle: RegExp
  /** Names that are no person, as an address and as a bare name. */
  others: ReadonlySet<string>
}

const NETWORKS = {
  linkedin: {
    hosts: ['linkedin.com'],
    urlOf: (handle) => `https://www.linkedin.com/in/${handle}`,
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
    urlOf: (handle) => `https://github.com/${handle}`,
    handle: /^[a-z\d](?:[a-z\d-]{0,38})$/i,
    others: new Set(['orgs', 'topics', 'search', 'login', 'about', 'features', 'sponsors', 'marketplace']),
  },
  x: {
    hosts: ['x.com', 'twitter.com'],
    urlOf: (handle) => `https://x.com/${handle}`,
    handle: /^\w{1,20}$/,
    others: new Set(['home', 'search', 'i', 'intent', 'share', 'hashtag', 'login']),
  },
} satisfies Record<string, Network>

export type NetworkName = keyof typeof NETWORKS

/** What is in the path of an address on the network where people have their name; null when nothing does. */
function handleIn(url: URL, name: NetworkName): string | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  // LinkedIn keeps people below /in/ or, from older times, /pub/.
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
 * The one address of a person's profile, whatever form a file has it in: `@anna`, `anna`,
 * `linkedin.com/in/anna/?utm=1` and `https://de.linkedin.com/in/Anna` give the same. Null when it is none.
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
    return network.handle.test(plain) && !network.others.has(plain) ? network.urlOf(plain) : null
  }
  if (!/[./:]/.test(bare)) return own(bare)
  const address = normaliseUrl(text)
  if (address === null) return null
  const url = new URL(address)
  const isThere = network.hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  const handle = isThere ? handleIn(url, name) : null
  return handle === null ? null : own(handle)
}

/** The address of a person's profile on any of the networks; null when it is none. */
export const personProfile = (address: string): string | null =>
  profileUrl(address, 'linkedin') ?? profileUrl(address, 'github') ?? profileUrl(address, 'x')
