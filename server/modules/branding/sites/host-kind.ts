import { type HostDirectory, isLocalName, plainHost } from './host-directory.ts'
import type { SitePlatform } from './site-platform.ts'

/** Whose pages a host shows: a site's, the platform's, nobody's in particular (a shared domain), or none. */
export type HostKind = 'site' | 'platform' | 'shared' | 'unknown'

/** Tells hosts apart: the Host alone decides whose brand is shown. */
export function createHostKinds(hosts: HostDirectory, platform: SitePlatform) {
  const publicHost = () => plainHost(new URL(platform.publicUrl()).hostname)

  /** What kind of host it is as far as can be told without the database; undefined for other people's domains. */
  function fixedKind(given: string): HostKind | undefined {
    const host = plainHost(given)
    if (host === publicHost() || host === platform.mainSuiteDomain) return 'platform'
    if (host === platform.whiteLabelSuiteDomain) return 'shared'
    return isLocalName(host) ? 'platform' : undefined
  }

  async function kindOf(given: string): Promise<HostKind> {
    const host = plainHost(given)
    const fixed = fixedKind(host)
    if (fixed) return fixed
    const found = await hosts.find(host)
    if (found === false) return 'shared'
    return found === undefined ? 'unknown' : found.siteId === null ? 'platform' : 'site'
  }

  /** Whether a proxy may get a certificate for a host. False while the database is away and the host is not known. */
  async function mayHaveCertificate(given: string): Promise<boolean> {
    const host = plainHost(given)
    // No authority gives certificates for names that only this network knows.
    if (host === '' || isLocalName(host)) return false
    return fixedKind(host) !== undefined || Boolean(await hosts.find(host))
  }

  return { publicHost, fixedKind, kindOf, mayHaveCertificate }
}
