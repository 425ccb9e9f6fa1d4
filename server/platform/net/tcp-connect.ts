import { connect, isIP, type Socket } from 'node:net'
import { refuseInTransaction } from '../db/db.ts'
import type { DnsClient } from '../dns/dns-client.ts'
import { type HostTarget, normalHostname } from '../fetch/host-map.ts'
import { isPublicAddress } from '../fetch/public-address.ts'
import { raceAbort } from '../race-abort.ts'

/**
 * Why there is no connection: `refused` (by the host), `timeout`, `unreachable` (no route, or a firewall of this
 * machine), `blocked_address` (only private, loopback or metadata addresses: nothing was sent), `no_address` (the
 * name does not exist or has no address), `dns_failed` (no DNS answer).
 */
export type ConnectFailure =
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'blocked_address'
  | 'no_address'
  | 'dns_failed'

/** An open connection, or why there is none. `address` is the last one tried, or null. */
export type TcpOutcome =
  | { kind: 'connected'; socket: Socket; address: string }
  | { kind: 'failed'; why: ConnectFailure; address: string | null }

/**
 * Opens a connection to a host. Rejects only when the signal aborts, with its reason. The socket already has an
 * `error` listener; the caller must end it.
 */
export type TcpConnect = (hostname: string, port: number, signal: AbortSignal) => Promise<TcpOutcome>

export interface TcpConnectRules {
  dns: Pick<DnsClient, 'addresses'>
  /** Names served on this machine at another port: a parsed MX_MAP. */
  hostTargets: ReadonlyMap<string, HostTarget>
  /** For each address. */
  connectTimeoutMs: number
}

/** How many addresses of a name are tried, IPv4 first. */
const MAX_ADDRESSES = 2

const UNREACHABLE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EACCES', 'EPERM'])

function readFailure(error: NodeJS.ErrnoException): ConnectFailure {
  if (error.code === 'ETIMEDOUT') return 'timeout'
  return UNREACHABLE.has(error.code ?? '') ? 'unreachable' : 'refused'
}

function connectTo(address: string, port: number, timeoutMs: number, signal: AbortSignal) {
  return new Promise<TcpOutcome>((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true })
    const fail = (why: ConnectFailure) => settle(() => resolve({ kind: 'failed', why, address }))
    const settle = (done: () => void, keepOpen = false) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      if (!keepOpen) socket.destroy()
      done()
    }
    const onAbort = () => settle(() => reject(signal.reason))
    const timer = setTimeout(() => fail('timeout'), timeoutMs)
    signal.addEventListener('abort', onAbort, { once: true })
    // Stays attached, so that a later reset never ends the process.
    socket.on('error', (error) => fail(readFailure(error)))
    socket.once('connect', () => settle(() => resolve({ kind: 'connected', socket, address }), true))
  })
}

/** The most informative failure wins when several addresses were tried. */
const MOST_INFORMATIVE: readonly ConnectFailure[] = ['refused', 'timeout', 'unreachable']

function mostTelling(failures: readonly TcpOutcome[]): TcpOutcome | undefined {
  for (const why of MOST_INFORMATIVE) {
    const found = failures.find((outcome) => outcome.kind === 'failed' && outcome.why === why)
    if (found) return found
  }
  return undefined
}

/**
 * Creates the function that opens connections for protocols other than HTTP. Names are looked up and their addresses
 * checked at this moment; the socket connects to a checked address without another query.
 */
export function createTcpConnect(rules: TcpConnectRules): TcpConnect {
  const { dns, hostTargets, connectTimeoutMs } = rules

  async function findAddresses(hostname: string): Promise<string[] | ConnectFailure> {
    if (isIP(hostname) !== 0) return [hostname]
    const answer = await dns.addresses(hostname)
    if (answer.kind === 'found') return answer.records.map(({ address }) => address)
    return answer.kind === 'none' ? 'no_address' : 'dns_failed'
  }

  return async (hostname, port, signal) => {
    signal.throwIfAborted()
    refuseInTransaction('Opening a connection')
    const name = normalHostname(hostname)
    const mapped = hostTargets.get(name)
    if (mapped) return connectTo(mapped.address, mapped.port, connectTimeoutMs, signal)
    const found = await raceAbort(findAddresses(name), signal)
    if (typeof found === 'string') return { kind: 'failed', why: found, address: null }
    const failures: TcpOutcome[] = []
    for (const address of found.filter(isPublicAddress).slice(0, MAX_ADDRESSES)) {
      const outcome = await connectTo(address, port, connectTimeoutMs, signal)
      if (outcome.kind === 'connected') return outcome
      failures.push(outcome)
    }
    return mostTelling(failures) ?? { kind: 'failed', why: 'blocked_address', address: found[0] ?? null }
  }
}
