import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not public (IANA special-purpose registry), and their use. */
const BLOCKED_IPV4: ReadonlyArray<[network: string, prefix: number, use: string]> = [
  ['0.0.0.0', 8, 'this host'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-grade NAT, cloud metadata'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'cloud host agent at a public-looking address'],
  ['169.254.0.0', 16, 'link-local, cloud metadata'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments, cloud metadata'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, broadcast'],
]

/**
 * IPv6 ranges that are not public although they lie in the global unicast space 2000::/3. Everything outside that
 * space is refused anyway: loopback, IPv4-mapped and -compatible, NAT64 (64:ff9b::/96 and 64:ff9b:1::/48), unique
 * local, link-local, site-local, multicast.
 */
const BLOCKED_IPV6: ReadonlyArray<[network: string, prefix: number, use: string]> = [
  ['2001::', 23, 'protocol assignments: Teredo, benchmarking, ORCHID'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4: an IPv4 address in disguise'],
  ['3fff::', 20, 'documentation'],
]

const ipv4Blocked = new BlockList()
for (const [network, prefix] of BLOCKED_IPV4) ipv4Blocked.addSubnet(network, prefix, 'ipv4')
const ipv6Global = new BlockList()
ipv6Global.addSubnet('2000::', 3, 'ipv6')
const ipv6Blocked = new BlockList()
for (const [network, prefix] of BLOCKED_IPV6) ipv6Blocked.addSubnet(network, prefix, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address literal (without brackets) is public. Anything else is false, also other text. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !ipv4Blocked.check(address, 'ipv4')
    case 6:
      // Addresses with a zone (`%eth0`) are link-local.
      return (
        !address.includes('%') && ipv6Global.check(address, 'ipv6') && !ipv6Blocked.check(address, 'ipv6')
      )
    default:
      return false
  }
}

/** Whether an address literal is in 127.0.0.0/8 or ::1. Mapped forms are not accepted. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 6 && address !== '::1') return false
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
