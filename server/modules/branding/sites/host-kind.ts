import { memoize } from '#server/platform/text/memoize.ts'
import { type HostDirectory, isLocalName, plainHost } from './host-directory.ts'
import type { SitePlatform } from './site-platform.ts'

/** A host's pages: a site's, the platform's, unbranded ones (a shared domain), or none. */
export type HostKind = 'site' | 'platform' | 'shared' | 'unknown'

/** Classifies hosts: only the Host decides whose brand is shown. */
export function createHostKinds(hosts: HostDirectory, platform: SitePlatform) {
  const hostOf = memoize((url: string) => plainHost(new URL(url).hostname))
  const publicHost = () => hostOf(platform.publicUrl())

  /** A host's kind as far as known without the database; undefined for other domains. */
  function fixedKind(name: string): HostKind | undefined {
    const host = plainHost(name)
    if (host === publicHost() || host === platform.mainSuiteDomain) return 'platform'
    if (host === platform.whiteLabelSuiteDomain) return 'shared'
    return isLocalName(host) ? 'platform' : undefined
  }

  async function kindOf(name: string): Promise<HostKind> {
    const host = plainHost(name)
    const fixed = fixedKind(host)
    if (fixed) return fixed
    const found = await hosts.find(host)
    if (found === false) return 'shared'
    return found === undefined ? 'unknown' : found.siteId === null ? 'platform' : 'site'
  }

  /** Whether a proxy may get a certificate for a host. False while the database is down and the host is not cached. */
  async function mayHaveCertificate(name: string): Promise<boolean> {
    // A proxy asks with a name as it is in certificates; another spelling would be a certificate for another name.
    const host = /^[\w.-]+$/.test(name) ? name.toLowerCase() : ''
    if (host !== plainHost(host)) return false
    // No authority issues certificates for local names.
    if (host === '' || isLocalName(host)) return false
    return fixedKind(host) !== undefined || Boolean(await hosts.find(host))
  }

  return { publicHost, fixedKind, kindOf, mayHaveCertificate }
}
