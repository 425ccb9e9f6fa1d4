import { domainToASCII } from 'node:url'
import { parse } from 'tldts'

/** Splits what people paste: domains between commas, semicolons, spaces and lines. */
export const domainWords = (given: readonly string[]): string[] =>
  given.flatMap((text) => text.split(/[\s,;]+/)).filter((word) => word !== '')

/** Brackets, quotes and punctuation around a word. */
const AROUND = /^[<>()[\]{}"'`„“”]+|[<>()[\]{}"'`„“”!?]+$/g
/** Top-level domains that are never delegated and serve for tests. */
const RESERVED = /\.(?:example|test|invalid|localhost|local)$/

/**
 * The registrable domain of a domain, a page's address or an email address, in lower case and ASCII; null where
 * there is none. The server reads domains in the same way.
 */
export function registrableDomain(text: string): string | null {
  const word = text.trim().replace(AROUND, '')
  // Private suffixes count: two customers of one hosting company are two websites.
  const { domain, isIcann, isPrivate, hostname } = parse(word, { allowPrivateDomains: true })
  if (isPrivate && !domain) return hostname && parse(hostname).domain
  const ascii = domain && domainToASCII(domain)
  return ascii && (isIcann || isPrivate || RESERVED.test(ascii)) ? ascii : null
}

/** The host of a website that a text names, without `www.`; an email address names none but its domain. */
function hostOf(text: string, domain: string): string {
  const { hostname } = parse(text.trim().replace(AROUND, ''))
  const host = hostname && domainToASCII(hostname)
  return !host || host === domain || text.includes('@') ? domain : host.replace(/^www\./, '')
}

/** What was asked for: each domain once in the order of first mention, and beside it what is no domain. */
export interface RequestedDomain {
  /** What is sent for it: the hosts that were named, at which the server starts to read, or the text that is none. */
  hosts: string[]
  /** As the answer names it: the domain, or the text that is none. */
  name: string
  isDomain: boolean
}

/** Reads words as domains. */
export function requestedDomains(words: readonly string[]): RequestedDomain[] {
  const requested = new Map<string, RequestedDomain>()
  for (const word of words) {
    const domain = registrableDomain(word)
    const name = domain ?? word
    const hosts = new Set(requested.get(name)?.hosts).add(domain ? hostOf(word, domain) : word)
    requested.set(name, { name, isDomain: domain !== null, hosts: [...hosts] })
  }
  return [...requested.values()]
}
