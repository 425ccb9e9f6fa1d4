import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { type HostTarget, normalHostname } from './host-map.ts'
import { OutboundError } from './outbound-error.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import { undici } from './undici.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Resolves a host name. Rejects when there are no addresses. */
export type ResolveName = (hostname: string) => Promise<ResolvedAddress[]>

export const resolveBySystem: ResolveName = (hostname) => systemLookup(hostname, { all: true })

/** Limits of a connector. */
export interface ConnectorRules {
  hostTargets: ReadonlyMap<string, HostTarget>
  allowLoopback: boolean
  /** Origins that may be at private addresses. */
  privateOrigins: ReadonlySet<string>
  resolveName: ResolveName
  connectTimeoutMs: number
  /** Called with each accepted certificate and the name that it is for. */
  onCertificate?(hostname: string, validTo: string): void
}

/**
 * Creates the function that opens every connection. The addresses of a name are checked at this moment and the
 * socket connects to a checked address without another query, so a name that changes its answer between check and
 * use gains nothing. Refused connections fail with OutboundError `blocked_address` before any packet is sent.
 */
export function createConnector(rules: ConnectorRules): buildConnector.connector {
  const mayReach = (address: string) =>
    isPublicAddress(address) || (rules.allowLoopback && isLoopbackAddress(address))
  const common = { timeout: rules.connectTimeoutMs, allowH2: false }
  const { buildConnector: build } = undici()
  const connectGuarded = build({ ...common, lookup: guardedLookup(rules.resolveName, mayReach) })
  const connectFreely = build({ ...common, lookup: guardedLookup(rules.resolveName, () => true) })

  return (target, answer) => {
    const hostname = normalHostname(target.hostname)
    const callback: typeof answer = (...result) => {
      const [, socket] = result
      if (socket instanceof TLSSocket) {
        const { valid_to: validTo } = socket.getPeerCertificate()
        if (validTo) rules.onCertificate?.(hostname, validTo)
      }
      answer(...result)
    }
    const mapped = rules.hostTargets.get(hostname)
    if (mapped) {
      const { servername: _, ...plain } = target
      connectFreely({ ...plain, hostname: mapped.address, port: String(mapped.port) }, callback)
    } else if (rules.privateOrigins.has(`${target.protocol}//${target.host}`)) {
      connectFreely(target, callback)
    } else if (isIP(hostname) !== 0 && !mayReach(hostname)) {
      // Node only looks up names, so address literals are checked here.
      process.nextTick(callback, new OutboundError('blocked_address'), null)
    } else {
      connectGuarded(target, callback)
    }
  }
}

/** A `lookup` for sockets that returns only allowed addresses, or an error when none is left. */
function guardedLookup(resolveName: ResolveName, mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => mayReach(address))
        const [first] = allowed
        if (!first) callback(new OutboundError('blocked_address'), [])
        else if (options.all) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}
