import { Resolver } from 'node:dns/promises'
import { refuseInTransaction } from '../db/db.ts'
import type { ResolvedAddress, ResolveName } from '../fetch/outbound-connector.ts'

/**
 * Why a question got no answer. All of them may pass: `servfail` (the zone or its servers are broken), `refused`
 * (the name server does not serve us), `timeout`, `unreachable` (no name server is there), `bad_response`,
 * `cancelled`, `blank` (the name server denies names that everyone knows, so its "no" says nothing).
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
 * What the name service said. `none` is an answer too: the name does not exist (`nxdomain`) or has no such record
 * (`nodata`). `failed` means that nothing is known.
 */
export type DnsAnswer<Item> =
  | { kind: 'found'; records: Item[] }
  | { kind: 'none'; why: 'nxdomain' | 'nodata' }
  | { kind: 'failed'; why: DnsFailure }

/** A host that takes mail for a domain. The host of a null MX (RFC 7505) is empty text. */
export interface MxRecord {
  /** Lower case, no dot at its end. */
  host: string
  /** Lower is asked first. */
  preference: number
}

/** Questions to the name service. Names are ASCII (punycode). No outcome of a question throws. */
export interface DnsClient {
  /** Mail hosts of a domain, best first; hosts of the same preference in a random order (RFC 5321 5.1). */
  mx(domain: string): Promise<DnsAnswer<MxRecord>>
  /** Texts of a name; the pieces of one are joined. */
  txt(name: string): Promise<DnsAnswer<string>>
  /** Where a name points by CNAME, in lower case, without a dot at its end. */
  cname(name: string): Promise<DnsAnswer<string>>
  /** IPv4 addresses first. `found` when either family has one; `none` only when both said so. */
  addresses(name: string): Promise<DnsAnswer<ResolvedAddress>>
  /** For the outbound connector when name servers are set; it rejects when there is no address. */
  lookupName: ResolveName
  /** Ends every open question as `failed`, `cancelled`. */
  cancel(): void
}

export interface DnsClientOptions {
  /** Name servers with or without a port; the system's when empty or absent. */
  servers?: readonly string[]
  /** Of one try with one server; later tries wait longer. */
  timeoutMs?: number
  tries?: number
  /**
   * Names that exist as long as there is an internet. Before a "no" is believed, one of them must have been found
   * within the last minutes; else the name server is cut off or filtered. Empty or absent: every "no" is believed.
   */
  probes?: readonly string[]
  /** How long the answer about the probes counts; a failed one is asked again sooner. */
  probeMs?: number
}

/** Names of many operators in several top-level domains, none of which goes away. */
export const STABLE_NAMES = ['iana.org', 'wikipedia.org', 'google.com', 'nic.fr'] as const

const PROBE_MS = 300_000
/** A name server that knows nothing may be connected again at any moment. */
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
  const of = (answer: DnsAnswer<string>, family: number) =>
    answer.kind === 'found' ? answer.records.map((address) => ({ address, family })) : []
  const records = [...of(four, 4), ...of(six, 6)]
  if (records.length > 0) return { kind: 'found', records }
  for (const answer of [four, six]) if (answer.kind === 'failed') return answer
  const gone = [four, six].some((answer) => answer.kind === 'none' && answer.why === 'nxdomain')
  return { kind: 'none', why: gone ? 'nxdomain' : 'nodata' }
}

/** Makes a client of the given name servers. Throws when one of them is not an address (see `parseDnsServers`). */
export function createDnsClient(options: DnsClientOptions = {}): DnsClient {
  const { servers = [], timeoutMs = 3000, tries = 2, probes = [], probeMs = PROBE_MS } = options
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)

  /** Whether the name service knows names that everyone knows, asked once for all who want to know. */
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
    refuseInTransaction('Asking name servers')
    return believed(
      joined(...(await Promise.all([request(resolver.resolve4(name)), request(resolver.resolve6(name))]))),
    )
  }

  return {
    async mx(domain) {
      refuseInTransaction('Asking name servers')
      const answer = await request(resolver.resolveMx(domain))
      return answer.kind === 'found' ? { kind: 'found', records: inOrder(answer.records) } : believed(answer)
    },
    async txt(name) {
      refuseInTransaction('Asking name servers')
      return believed(
        await request(resolver.resolveTxt(name).then((texts) => texts.map((parts) => parts.join('')))),
      )
    },
    async cname(name) {
      refuseInTransaction('Asking name servers')
      return believed(
        await request(
          resolver
            .resolveCname(name)
            .then((names) => names.map((one) => one.toLowerCase().replace(/\.$/, ''))),
        ),
      )
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
