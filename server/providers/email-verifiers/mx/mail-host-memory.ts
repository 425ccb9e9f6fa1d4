import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import type { HostTarget } from '#server/platform/fetch/host-map.ts'
import { raceAbort } from '#server/platform/race-abort.ts'
import { createTtlCache } from '#server/platform/ttl-cache.ts'
import { findMailHosts, type MailHosts } from './find-mail-hosts.ts'

interface MailHostMemoryOptions {
  dns: Pick<DnsClient, 'mx' | 'addresses'>
  hostTargets: ReadonlyMap<string, HostTarget>
  /** How long mail hosts are cached, and for how many domains. */
  memory: { ttlMs: number; max: number }
  /** How long a DNS failure for a domain is cached. */
  failureMs: number
}

/** Finds and caches the mail hosts of domains. */
export function createMailHostMemory({ dns, hostTargets, memory, failureMs }: MailHostMemoryOptions) {
  const knownHosts = createTtlCache<MailHosts>(memory)
  const failedHosts = createTtlCache<MailHosts>({ ...memory, ttlMs: failureMs })
  const lookups = new Map<string, Promise<MailHosts>>()

  /** Addresses of one domain share a lookup, also while it is pending and after a failure. */
  return async function mailHosts(domain: string, signal: AbortSignal): Promise<MailHosts> {
    const known = knownHosts.get(domain) ?? failedHosts.get(domain)
    if (known) return known
    let lookup = lookups.get(domain)
    if (!lookup) {
      lookup = findMailHosts(domain, dns, hostTargets).finally(() => lookups.delete(domain))
      lookups.set(domain, lookup)
    }
    const found = await raceAbort(lookup, signal)
    if (found.kind === 'failed') failedHosts.set(domain, found)
    else knownHosts.set(domain, found)
    return found
  }
}
