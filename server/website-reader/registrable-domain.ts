import { parse } from 'tldts'
import { memoize } from '#server/platform/text/memoize.ts'

const OPTIONS = { allowPrivateDomains: true } as const
/** Top-level domains of RFC 2606 and 6761 that test and evaluation websites live on. */
const RESERVED = /\.(?:example|test|invalid|localhost|local)$/

/**
 * The registrable domain of a host name in ASCII, private suffixes counted (`foo.github.io` is one). A bare private
 * suffix such as `github.io` is its own. Null for addresses, single labels and names under no known suffix, apart from
 * those under a reserved one (`acme.example`).
 */
export const getRegistrableDomain: (host: string) => string | null = memoize((host) => {
  const { domain, isIcann, isPrivate, isIp } = parse(host, OPTIONS)
  if (isIp) return null
  if (!domain) return isPrivate ? parse(host).domain : null
  return isIcann || isPrivate || RESERVED.test(domain) ? domain : null
})

const RESERVED_SECOND = /(?:^|\.)example\.(?:com|net|org)$/

/** Whether a domain lies under a name that is kept for examples and tests: `.example`, `example.com`. */
export const isReserved = (domain: string): boolean => RESERVED.test(domain) || RESERVED_SECOND.test(domain)

/** The label of a registrable domain before its suffix: `acme` of `acme.co.uk`. */
export function getDomainLabel(domain: string): string {
  return parse(domain, OPTIONS).domainWithoutSuffix ?? domain.split('.')[0] ?? domain
}
