import type { OutboundError } from '../fetch/outbound-error.ts'
import { isUnreachable, problemOf } from './crawl-problem.ts'
import type { CrawlProblem } from './crawl-types.ts'
import type { RobotsAnswer, SiteHosts } from './site-hosts.ts'

/** Where a website starts and what its robots.txt says, or why there is no such place. */
export type SiteStart = { url: URL; robots: RobotsAnswer } | { problem: CrawlProblem }

/** The addresses where a host may start, the likeliest first. */
function addressesOf(name: string): URL[] {
  const hosts = name.toLowerCase().startsWith('www.') ? [name] : [name, `www.${name}`]
  return ['https', 'http'].flatMap((scheme) =>
    hosts.flatMap((host) => URL.parse(`${scheme}://${host}/`) ?? []),
  )
}

/** The addresses where a website may start: its hosts that were named, then the domain itself. */
const startAddresses = (domain: string, named: readonly string[]): URL[] =>
  [...new Set([...named, domain])].flatMap(addressesOf)

/**
 * Finds the first start address that answers at all. robots.txt is what it asks for, since nothing else may be asked
 * before it. An answer of any status is an answer; only where no connection comes about the next address is tried.
 */
export async function findStart(
  domain: string,
  named: readonly string[],
  hosts: SiteHosts,
): Promise<SiteStart> {
  let failure: OutboundError | null = null
  for (const url of startAddresses(domain, named)) {
    const robots = await hosts.robots(url)
    if (!robots.failure) return { url, robots }
    // That a name exists says more than that another does not.
    if (!failure || problemOf(failure) === 'not_found') failure = robots.failure
    if (!isUnreachable(robots.failure)) break
  }
  return { problem: failure ? problemOf(failure) : 'not_found' }
}
