import { domainToASCII } from 'node:url'
import { parse } from 'tldts'

/** Splits pasted text into domains separated by commas, semicolons, spaces or line ends. */
export const splitDomains = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(/[\s,;]+/)).filter((word) => word !== '')

/** Brackets, quotes and punctuation around a word. */
const AROUND = /^[<>()[\]{}"'`„“”]+|[<>()[\]{}"'`„“”!?]+$/g
/** Top-level domains that are never delegated and serve for tests. */
const RESERVED = /\.(?:example|test|invalid|localhost|local)$/

/**
 * The registrable domain of a domain, a page's address or an email address, in lower case and ASCII; null if there
 * is none. The server parses domains in the same way.
 */
export function registrableDomain(text: string): string | null {
  const word = text.trim().replace(AROUND, '')
  // Includes private suffixes: two customers of one hosting company have two websites.
  const { domain, isIcann, isPrivate, hostname } = parse(word, { allowPrivateDomains: true })
  if (isPrivate && !domain) return hostname && parse(hostname).domain
  const ascii = domain && domainToASCII(domain)
  return ascii && (isIcann || isPrivate || RESERVED.test(ascii)) ? ascii : null
}

/** The host of a website in a text, without `www.`; an email address has no host but its domain. */
function readHost(text: string, domain: string): string {
  const { hostname } = parse(text.trim().replace(AROUND, ''))
  const host = hostname && domainToASCII(hostname)
  return !host || host === domain || text.includes('@') ? domain : host.replace(/^www\./, '')
}

/** A requested domain, without duplicates and in the order of first mention, or a word that is no domain. */
export interface RequestedDomain {
  /** Texts to send: the named hosts, where the server starts to read, or the invalid text. */
  hosts: string[]
  /** Name in the result: the domain, or the invalid text. */
  name: string
  isDomain: boolean
}

/** Parses words as domains. */
export function requestedDomains(words: readonly string[]): RequestedDomain[] {
  const requested = new Map<string, RequestedDomain>()
  for (const word of words) {
    const domain = registrableDomain(word)
    const name = domain ?? word
    const hosts = new Set(requested.get(name)?.hosts).add(domain ? readHost(word, domain) : word)
    requested.set(name, { name, isDomain: domain !== null, hosts: [...hosts] })
  }
  return [...requested.values()]
}
