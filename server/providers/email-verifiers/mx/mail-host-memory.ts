import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import type { HostTarget } from '#server/platform/fetch/host-map.ts'
import { raceAbort } from '#server/platform/race-abort.ts'
import { createTtlCache } from '#server/platform/ttl-cache.ts'
import { findMailHosts, type MailHosts } from './find-mail-hosts.ts'

interface MailHostMemoryOptions {
  dns: Pick<DnsClient, 'mx' | 'addresses'>
  hostTargets: ReadonlyMap<string, HostTarget>
  /** How long mail hosts are remembered, and of how many domains. */
  memory: { ttlMs: number; max: number }
  /** A name server that failed is not asked again about the same domain for so long. */
  failureMs: number
}

/** Finds the mail hosts of domains and remembers them. */
export function createMailHostMemory({ dns, hostTargets, memory, failureMs }: MailHostMemoryOptions) {
  const knownHosts = createTtlCache<MailHosts>(memory)
  const failedHosts = createTtlCache<MailHosts>({ ...memory, ttlMs: failureMs })
  const lookups = new Map<string, Promise<MailHosts>>()

  /** Many addresses of one domain need one lookup, also while it is under way and when it failed. */
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
