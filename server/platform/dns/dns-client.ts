import { Resolver } from 'node:dns/promises'
import { refuseInTransaction } from '../db/db.ts'
import type { ResolvedAddress, ResolveName } from '../fetch/outbound-connector.ts'

/**
 * Why a query got no answer. All of them may pass: `servfail` (the zone or its servers are broken), `refused` (the
 * name server does not serve us), `timeout`, `unreachable` (no name server there), `bad_response`, `cancelled`,
 * `blank` (the name server denies names that certainly exist, so its "no" means nothing).
 */
export type DnsFailure =
  | 'servfail'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'bad_response'
  | 'cancelled'
  | 'blank'

/**
 * The answer of DNS. `none` is an answer too: the name does not exist (`nxdomain`) or has no such record (`nodata`).
 * With `failed` nothing is known.
 */
export type DnsAnswer<Item> =
  | { kind: 'found'; records: Item[] }
  | { kind: 'none'; why: 'nxdomain' | 'nodata' }
  | { kind: 'failed'; why: DnsFailure }

/** A host that receives mail for a domain. Empty for a null MX (RFC 7505). */
export interface MxRecord {
  /** Lower case, without a trailing dot. */
  host: string
  /** Lower is tried first. */
  preference: number
}

/** DNS queries. Names are ASCII (punycode). No query throws. */
export interface DnsClient {
  /** Mail hosts of a domain, best first; hosts of the same preference in a random order (RFC 5321 5.1). */
  mx(domain: string): Promise<DnsAnswer<MxRecord>>
  /** TXT records of a name; the strings of one record are joined. */
  txt(name: string): Promise<DnsAnswer<string>>
  /** Name servers of a domain, in lower case, without a trailing dot. */
  ns(domain: string): Promise<DnsAnswer<string>>
  /** Target of a name's CNAME, in lower case, without a trailing dot. */
  cname(name: string): Promise<DnsAnswer<string>>
  /** IPv4 addresses first. `found` when either family has one; `none` only when neither has. */
  addresses(name: string): Promise<DnsAnswer<ResolvedAddress>>
  /** For the outbound connector when name servers are set; rejects when there is no address. */
  lookupName: ResolveName
  /** Ends every open query as `failed`, `cancelled`. */
  cancel(): void
}

export interface DnsClientOptions {
  /** Name servers with or without a port; the system's when empty or absent. */
  servers?: readonly string[]
  /** Of the first try with one server; later tries wait longer. */
  timeoutMs?: number
  tries?: number
  /**
   * Names that certainly exist. Before a "no" is believed, one of them must have been resolved within the last
   * minutes; otherwise the name server is cut off or filtered. Empty or absent: every "no" is believed.
   */
  probes?: readonly string[]
  /** How long a successful probe counts; a failed one is repeated sooner. */
  probeMs?: number
}

/** Long-lived names of several operators in several top-level domains. */
export const STABLE_NAMES = ['iana.org', 'wikipedia.org', 'google.com', 'nic.fr'] as const

const PROBE_MS = 300_000
/** A cut-off name server may be back at any moment. */
const BLANK_PROBE_MS = 30_000

const NONE: Record<string, 'nxdomain' | 'nodata'> = { ENOTFOUND: 'nxdomain', ENODATA: 'nodata' }
const FAILURES: Record<string, DnsFailure> = {
  ESERVFAIL: 'servfail',
  EREFUSED: 'refused',
  ETIMEOUT: 'timeout',
  ECONNREFUSED: 'unreachable',
  ECANCELLED: 'cancelled',
}

async function request<Item>(question: Promise<Item[]>): Promise<DnsAnswer<Item>> {
  try {
    const records = await question
    return records.length > 0 ? { kind: 'found', records } : { kind: 'none', why: 'nodata' }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    const none = NONE[code]
    return none ? { kind: 'none', why: none } : { kind: 'failed', why: FAILURES[code] ?? 'bad_response' }
  }
}

const plainNames = (names: string[]): string[] => names.map((name) => name.toLowerCase().replace(/\.$/, ''))

function inOrder(records: readonly { exchange: string; priority: number }[]): MxRecord[] {
  return records
    .map(({ exchange, priority }) => ({
      host: exchange.toLowerCase().replace(/\.$/, ''),
      preference: priority,
      draw: Math.random(),
    }))
    .sort((a, b) => a.preference - b.preference || a.draw - b.draw)
    .map(({ host, preference }) => ({ host, preference }))
}

function joined(four: DnsAnswer<string>, six: DnsAnswer<string>): DnsAnswer<ResolvedAddress> {
  const listRecords = (answer: DnsAnswer<string>, family: number) =>
    answer.kind === 'found' ? answer.records.map((address) => ({ address, family })) : []
  const records = [...listRecords(four, 4), ...listRecords(six, 6)]
  if (records.length > 0) return { kind: 'found', records }
  for (const answer of [four, six]) if (answer.kind === 'failed') return answer
  const isMissing = [four, six].some((answer) => answer.kind === 'none' && answer.why === 'nxdomain')
  return { kind: 'none', why: isMissing ? 'nxdomain' : 'nodata' }
}

/** @throws RangeError when a name server is not an address (see `parseDnsServers`) */
export function createDnsClient(options: DnsClientOptions = {}): DnsClient {
  const { servers = [], timeoutMs = 3000, tries = 2, probes = [], probeMs = PROBE_MS } = options
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)

  /** Whether the name server resolves names that certainly exist; concurrent callers share one probe. */
  let probe: { until: number; knows: Promise<boolean> } | null = null
  const resolvesPublicNames = (): Promise<boolean> => {
    if (probe && performance.now() < probe.until) return probe.knows
    const knows = Promise.any(
      probes.map(async (name) => {
        const answer = await request(resolver.resolve4(name))
        if (answer.kind !== 'found') throw new Error(`${name} is not known`)
        return true
      }),
    ).catch(() => false)
    const current = { until: performance.now() + probeMs, knows }
    probe = current
    void knows.then((known) => {
      if (!known) current.until = Math.min(current.until, performance.now() + BLANK_PROBE_MS)
    })
    return knows
  }
  const believed = async <Item>(answer: DnsAnswer<Item>): Promise<DnsAnswer<Item>> =>
    answer.kind !== 'none' || probes.length === 0 || (await resolvesPublicNames())
      ? answer
      : { kind: 'failed', why: 'blank' }

  const addresses: DnsClient['addresses'] = async (name) => {
    refuseInTransaction('A DNS query')
    return believed(
      joined(...(await Promise.all([request(resolver.resolve4(name)), request(resolver.resolve6(name))]))),
    )
  }

  return {
    async mx(domain) {
      refuseInTransaction('A DNS query')
      const answer = await request(resolver.resolveMx(domain))
      return answer.kind === 'found' ? { kind: 'found', records: inOrder(answer.records) } : believed(answer)
    },
    async txt(name) {
      refuseInTransaction('A DNS query')
      return believed(
        await request(resolver.resolveTxt(name).then((texts) => texts.map((parts) => parts.join('')))),
      )
    },
    async ns(domain) {
      refuseInTransaction('A DNS query')
      return believed(await request(resolver.resolveNs(domain).then(plainNames)))
    },
    async cname(name) {
      refuseInTransaction('A DNS query')
      return believed(await request(resolver.resolveCname(name).then(plainNames)))
    },
    addresses,
    async lookupName(name) {
      const answer = await addresses(name)
      if (answer.kind === 'found') return answer.records
      const code = answer.kind === 'none' ? 'ENOTFOUND' : 'EAI_AGAIN'
      throw Object.assign(new Error(`No address found: ${answer.why}`), { code })
    },
    cancel: () => resolver.cancel(),
  }
}
