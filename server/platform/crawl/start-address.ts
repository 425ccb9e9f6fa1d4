import type { OutboundError } from '../fetch/outbound-error.ts'
import { findCertificateError, findProblem, isUnreachable } from './crawl-problem.ts'
import type { CrawlProblem } from './crawl-types.ts'
import type { RobotsAnswer, SiteHosts } from './site-hosts.ts'

/** A website's start and its robots.txt, or why there is none. */
export type SiteStart = ({ url: URL; robots: RobotsAnswer } | { problem: CrawlProblem }) & {
  /** Code of the error for which a certificate was refused on the way. */
  certificateError: string | null
}

/** Possible start URLs of a host, most likely first. */
function listAddresses(name: string): URL[] {
  const hosts = name.toLowerCase().startsWith('www.') ? [name] : [name, `www.${name}`]
  return ['https', 'http'].flatMap((scheme) =>
    hosts.flatMap((host) => URL.parse(`${scheme}://${host}/`) ?? []),
  )
}

/** Possible start URLs of a website: its given hosts, then the domain itself. */
const startAddresses = (domain: string, named: readonly string[]): URL[] =>
  [...new Set([...named, domain])].flatMap(listAddresses)

/**
 * Finds the first start URL that responds at all. It requests robots.txt, since nothing else may be requested
 * before it. A response of any status counts; only without a connection the next URL is tried.
 */
export async function findStart(
  domain: string,
  named: readonly string[],
  hosts: SiteHosts,
): Promise<SiteStart> {
  let failure: OutboundError | null = null
  let certificateError: string | null = null
  for (const url of startAddresses(domain, named)) {
    const robots = await hosts.robots(url)
    if (!robots.failure) return { url, robots, certificateError }
    const problem = findProblem(robots.failure)
    certificateError ??= findCertificateError(robots.failure)
    // An existing name is more informative than a missing one, and a bad certificate than silence.
    if (!failure || findProblem(failure) === 'not_found' || problem === 'bad_certificate')
      failure = robots.failure
    // Over http only a redirect meets a certificate: to the https address that was tried before.
    const isSentBack = problem === 'bad_certificate' && url.protocol === 'http:'
    if (isSentBack || !isUnreachable(robots.failure)) break
  }
  return { problem: failure ? findProblem(failure) : 'not_found', certificateError }
}
