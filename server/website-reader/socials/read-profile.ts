import { memoize } from '#server/platform/text/memoize.ts'
import { FEDIVERSE_HOSTS, NETWORKS, type Network, PLACEHOLDER_NAMES, RESERVED } from './networks.ts'

/** A profile in a social network. */
export interface Profile {
  network: string
  /** Canonical: https, no `www.`, no query unless it names the profile, no slash at the end. */
  url: string
  /** As the page writes it, where that is the profile and nothing else: https, without query; else the same as `url`. */
  written: string
  /** The same for every way to write the profile: network, and path in lower case. */
  key: string
  /** The name in the network, for comparison with the company's. */
  handle: string
}

const MAX_URL = 600

/**
 * Reads an address as a profile. Null for everything else: share buttons, posts, videos, tags, plugins, the network's
 * own pages, names that templates leave behind.
 * @param href absolute, or without scheme
 * @param isMe the link says `rel="me"`: profiles on hosts that are not known count then
 */
export function readProfile(href: string, isMe = false): Profile | null {
  return isMe ? readUrl(href, true) : readLink(href)
}

/** The same links stand on all pages of a website. */
const readLink = memoize((href) => readUrl(href, false))

function readUrl(href: string, isMe: boolean): Profile | null {
  const text = href.trim()
  if (text.length > MAX_URL) return null
  const url = URL.parse(
    /^[\w.-]+\.\w{2,}\//.test(text) ? `https://${text}` : text.replace(/^\/\//, 'https://'),
  )
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const { host, network, isFediverse } = findNetwork(url.hostname)
  if (!network && !isFediverse && !isMe) return null
  const profile = network ? readNetworkProfile(network, url, host) : readFediverseProfile(url, host)
  return profile && { ...profile, written: buildWrittenUrl(url, profile.url) }
}

/** Whether addresses of a host may be profiles without saying so. */
export function isNetworkHost(hostname: string): boolean {
  const { network, isFediverse } = findNetwork(hostname)
  return network !== undefined || isFediverse
}

const findNetwork = memoize((hostname) => {
  const host = hostname.replace(/^(?:www\d?|web)\.(?=[^.]+\.[^.])/, '')
  const network = NETWORKS.find(({ hosts }) => hosts.test(host) || hosts.test(hostname))
  return { host, network, isFediverse: FEDIVERSE_HOSTS.test(host) }
})

/** The address itself, if it differs from the canonical one by nothing but `www.` and slashes at the end. */
function buildWrittenUrl(url: URL, canonical: string): string {
  const plain = `https://${url.hostname}${url.pathname}`
  const bare = plain.replace(/^https:\/\/www\./, 'https://').replace(/\/+$/, '')
  return !url.search && bare === canonical ? plain : canonical
}

type Read = Omit<Profile, 'written'>

function readNetworkProfile(network: Network, url: URL, host: string): Read | null {
  const canonicalHost = network.host ?? host.replace(/^(?:m|mobile)\./, '')
  const { parameter } = network
  const path = readPath(url)
  if (parameter?.path.test(path || '/')) {
    const value = url.searchParams.get(parameter.name)?.trim() ?? ''
    return parameter.value.test(value)
      ? createProfile(network.id, canonicalHost, parameter.to + value.replace(/[+\s]/g, ''), value)
      : null
  }
  const owned = /^(?!www\.)([\w-]+)\.(?:medium|tumblr)\.com$/.exec(host)
  if (owned?.[1]) return path === '' ? createProfile(network.id, host, '', owned[1]) : null
  for (const [form, to] of network.profiles) {
    const match = form.exec(path)
    if (!match) continue
    const target = to.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '')
    const handle = match.slice(1).findLast((group) => group !== undefined && group !== '') ?? ''
    const name = handle.toLowerCase()
    if (RESERVED.has(name) || network.reserved?.split(' ').includes(name)) return null
    return createProfile(network.id, canonicalHost, target, handle)
  }
  return null
}

/** Mastodon and its kin: any host, `/@name`. */
function readFediverseProfile(url: URL, host: string): Read | null {
  const match = /^\/(?:web\/)?@([\w.-]{2,40}(?:@[\w.-]{4,80})?)$|^\/users\/([\w.-]{2,40})$/.exec(
    readPath(url),
  )
  const handle = match?.[1] ?? match?.[2]
  return handle === undefined ? null : createProfile('mastodon', host, `/@${handle}`, handle)
}

function createProfile(network: string, host: string, path: string, name: string): Read | null {
  const handle = name.replace(/^@/, '')
  if (PLACEHOLDER_NAMES.has(handle.toLowerCase()) || /^[%{[<#]|[{}<>]/.test(handle)) return null
  return {
    network,
    url: `https://${host}${path}`,
    key: `${network}${host === 'x.com' || host === 'twitter.com' ? '' : host}${path.toLowerCase()}`,
    handle,
  }
}

/** The path without double slashes and without one at the end; old addresses with `#!` as they are meant. */
function readPath(url: URL): string {
  const hashed = /^#!\/([\w@.-]{2,60})$/.exec(url.hash)
  const path = hashed && url.pathname === '/' ? `/${hashed[1]}` : url.pathname
  return path
    .replace(/%20$|%22$|%E2%80%8E$/i, '')
    .replace(/\/{2,}/g, '/')
    .replace(/[/.,;]+$/, '')
}
