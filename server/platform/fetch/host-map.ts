import { isLoopbackAddress } from './public-address.ts'

/** Where a mapped name is really reached. */
export interface HostTarget {
  address: string
  port: number
}

/** Name of a host in lower case without the dot at its end, as it is compared everywhere. */
export const normalHostname = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '')

/**
 * Reads `HOST_MAP`: `name=127.0.0.1:8081` pairs with commas between, for example
 * `acme.example=127.0.0.1:8081,shop.example=[::1]:8082`. Empty text gives an empty map. Throws RangeError, with
 * the pair in it, when a pair has another form or does not lead to a loopback address.
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

/** The same map ready for look-ups by normal hostname. Throws RangeError as `parseHostMap` does. */
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
  // Only loopback: the map makes names reachable for tests, not another way into a private network.
  if (!isLoopbackAddress(address) || port < 1 || port > 65_535) {
    throw new RangeError(`"${pair}" does not lead to a loopback address with a port`)
  }
  return { address, port }
}
