import { isLoopbackAddress } from './public-address.ts'

/** Where a mapped name really leads. */
export interface HostTarget {
  address: string
  port: number
}

/** A host name in lower case without a trailing dot, as it is compared everywhere. */
export const normalHostname = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '')

/**
 * Reads `HOST_MAP`: comma-separated `name=127.0.0.1:8081` pairs, for example
 * `acme.example=127.0.0.1:8081,shop.example=[::1]:8082`. Empty text gives an empty map.
 * @throws RangeError naming a pair that is malformed or does not lead to a loopback address
 */
export function parseHostMap(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.trim())
  return Object.fromEntries(
    pairs.filter(Boolean).map((pair) => {
      const [name = '', target = '', ...rest] = pair.split('=').map((part) => part.trim())
      if (!name || rest.length > 0) throw new RangeError(`"${pair}" is not name=address:port`)
      parseTarget(target, pair)
      return [normalHostname(name), target]
    }),
  )
}

/**
 * The same map for look-ups by normalized host name.
 * @throws RangeError as `parseHostMap` does
 */
export function readHostTargets(hostMap: Record<string, string>): ReadonlyMap<string, HostTarget> {
  return new Map(
    Object.entries(hostMap).map(([name, target]) => [
      normalHostname(name),
      parseTarget(target, `${name}=${target}`),
    ]),
  )
}

function parseTarget(target: string, pair: string): HostTarget {
  const match = /^(?:\[([0-9a-f:.]+)\]|([\d.]+)):(\d{1,5})$/i.exec(target)
  const address = match?.[1] ?? match?.[2] ?? ''
  const port = Number(match?.[3])
  // Loopback only: the map makes names reachable for tests, and must not open a way into a private network.
  if (!isLoopbackAddress(address) || port < 1 || port > 65_535) {
    throw new RangeError(`"${pair}" does not lead to a loopback address with a port`)
  }
  return { address, port }
}
