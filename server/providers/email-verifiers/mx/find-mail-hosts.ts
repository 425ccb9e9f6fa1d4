import type { DnsClient, DnsFailure, MxRecord } from '#server/platform/dns/dns-client.ts'
import type { HostTarget } from '#server/platform/fetch/host-map.ts'

/**
 * Where mail of a domain goes. `hosts` are best first, never empty; `fallback`: the domain has no MX and receives
 * mail at its own address (RFC 5321 5.1). `none`: it accepts no mail, by a null MX or because neither MX nor address
 * exist. `failed`: unknown.
 */
export type MailHosts =
  | { kind: 'found'; hosts: string[]; fallback: boolean }
  | { kind: 'none'; why: 'null_mx' | 'no_mail_host' }
  | { kind: 'failed'; why: DnsFailure }

/** Limits answers of hostile zones. */
const MAX_HOSTS = 20

function fromRecords(records: readonly MxRecord[]): MailHosts {
  const hosts = [...new Set(records.map(({ host }) => host))].filter(Boolean)
  // A null MX next to real ones is a mistake in the zone; the real ones count.
  return hosts.length > 0
    ? { kind: 'found', hosts: hosts.slice(0, MAX_HOSTS), fallback: false }
    : { kind: 'none', why: 'null_mx' }
}

/** A domain in `hostTargets` needs no DNS: it is its own host. */
export async function findMailHosts(
  domain: string,
  dns: Pick<DnsClient, 'mx' | 'addresses'>,
  hostTargets: ReadonlyMap<string, HostTarget>,
): Promise<MailHosts> {
  const own: MailHosts = { kind: 'found', hosts: [domain], fallback: true }
  if (hostTargets.has(domain)) return { ...own, fallback: false }
  const mx = await dns.mx(domain)
  if (mx.kind === 'found') return fromRecords(mx.records)
  if (mx.kind === 'failed') return mx
  const addresses = await dns.addresses(domain)
  if (addresses.kind === 'found') return own
  return addresses.kind === 'failed' ? addresses : { kind: 'none', why: 'no_mail_host' }
}
