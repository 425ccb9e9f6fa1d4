import { isIPv4 } from 'node:net'

const GROUP = /^[0-9a-f]{1,4}$/i

/** Groups on one side of `::`; an IPv4 tail counts as two. Null for a malformed one. */
function groupCount(side: string): number | null {
  if (side === '') return 0
  const parts = side.split(':')
  const last = parts.at(-1) ?? ''
  const tail = last.includes('.')
  if (tail && !isIPv4(last)) return null
  const groups = tail ? parts.slice(0, -1) : parts
  return groups.every((group) => GROUP.test(group)) ? groups.length + (tail ? 2 : 0) : null
}

function isIpv6(text: string): boolean {
  const sides = text.split('::')
  if (sides.length > 2) return false
  const counts = sides.map(groupCount)
  if (counts.some((count) => count === null)) return false
  const sum = counts.reduce<number>((total, count) => total + (count ?? 0), 0)
  // RFC 5321 4.1.3: `::` replaces at least two groups. An IPv4 tail cannot come before it.
  return sides.length === 1 ? sum === 8 : sum <= 6 && !sides[0]?.includes('.')
}

/** Whether the text between the brackets of a domain literal is an IPv4 or IPv6 address literal of RFC 5321. */
export function isAddressLiteral(text: string): boolean {
  if (/^IPv6:/i.test(text)) return isIpv6(text.slice(5))
  return isIPv4(text)
}
