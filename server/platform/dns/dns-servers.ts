import { isIP } from 'node:net'

/**
 * Reads `DNS_SERVERS`: comma-separated addresses, with or without a port (`127.0.0.1:5353,[::1]:5353,::1`). Empty
 * text gives an empty list.
 * @throws RangeError naming the part that is malformed
 */
export function parseDnsServers(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter(Boolean).map((part) => {
    if (!isServer(part)) throw new RangeError(`"${part}" is not an address of a name server`)
    return part
  })
}

function isServer(part: string): boolean {
  if (isIP(part) !== 0) return true
  const match = /^(?:\[([0-9a-f:.]{2,45})\]|([\d.]{7,15}))(?::(\d{1,5}))?$/i.exec(part)
  if (!match) return false
  const [, six, four, port] = match
  const knownFamily = six !== undefined ? isIP(six) === 6 : isIP(four ?? '') === 4
  return knownFamily && (port === undefined || (Number(port) >= 1 && Number(port) <= 65_535))
}
