import { isIPv6 } from 'node:net'

const GROUPS = 8

/** The eight groups of an IPv6 address as numbers; a dotted tail fills two. */
function readGroups(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const read = (text: string): number[] =>
    text
      .split(':')
      .filter(Boolean)
      .flatMap((group) => {
        if (!group.includes('.')) return [Number.parseInt(group, 16)]
        const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
        return [a * 256 + b, c * 256 + d]
      })
  const [left, right] = [read(head), tail === undefined ? [] : read(tail)]
  const gap = tail === undefined ? 0 : Math.max(0, GROUPS - left.length - right.length)
  return [...left, ...Array<number>(gap).fill(0), ...right]
}

const isMapped = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

/**
 * The network of an address as rate limits count it: a single IPv4 address, or the /64 of an IPv6 address, which
 * every customer has at least and can vary for every request.
 */
export function findNetwork(address: string): string {
  const bare = address.split('%')[0] as string
  if (!isIPv6(bare)) return bare
  const groups = readGroups(bare)
  if (isMapped(groups)) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
