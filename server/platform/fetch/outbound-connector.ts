import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { type HostTarget, normalHostname } from './host-map.ts'
import { OutboundError } from './outbound-error.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import { undici } from './undici.ts'

/** An answer of the name service. */
export interface ResolvedAddress {
  address: string
  family: number
}

/** Finds the addresses of a name. Rejects when there are none. */
export type ResolveName = (hostname: string) => Promise<ResolvedAddress[]>

/** The resolver of the operating system. */
export const resolveBySystem: ResolveName = (hostname) => systemLookup(hostname, { all: true })

/** What a connector may reach. */
export interface ConnectorRules {
  hostTargets: ReadonlyMap<string, HostTarget>
  allowLoopback: boolean
  /** Origins that are reached wherever they are. */
  privateOrigins: ReadonlySet<string>
  resolveName: ResolveName
  connectTimeoutMs: number
}

/**
 * Makes the function that opens every connection. The addresses of a name are checked at this moment and the socket
 * goes to a checked address without asking again, so a name that changes its answer between check and use gains
 * nothing. Refused connections fail with OutboundError `blocked_address` before any packet is sent.
 */
export function createConnector(rules: ConnectorRules): buildConnector.connector {
  const mayReach = (address: string) =>
    isPublicAddress(address) || (rules.allowLoopback && isLoopbackAddress(address))
  const common = { timeout: rules.connectTimeoutMs, allowH2: false }
  const { buildConnector: build } = undici()
  const connectGuarded = build({ ...common, lookup: guardedLookup(rules.resolveName, mayReach) })
  const connectFreely = build({ ...common, lookup: guardedLookup(rules.resolveName, () => true) })

  return (target, callback) => {
    const hostname = normalHostname(target.hostname)
    const mapped = rules.hostTargets.get(hostname)
    if (mapped) {
      const { servername: _, ...plain } = target
      connectFreely({ ...plain, hostname: mapped.address, port: String(mapped.port) }, callback)
    } else if (rules.privateOrigins.has(`${target.protocol}//${target.host}`)) {
      connectFreely(target, callback)
    } else if (isIP(hostname) !== 0 && !mayReach(hostname)) {
      // Node looks up names only, so an address literal has to be judged here.
      process.nextTick(callback, new OutboundError('blocked_address'), null)
    } else {
      connectGuarded(target, callback)
    }
  }
}

/** A `lookup` for sockets that answers with allowed addresses only, and with an error when none is left. */
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
