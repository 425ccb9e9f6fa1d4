import { isIP } from 'node:net'
import { hostname as machineName } from 'node:os'
import { invalidField } from '../errors.ts'
import { normalHostname } from './host-map.ts'
import { parseOutboundUrl } from './outbound-url.ts'
import { isPublicAddress } from './public-address.ts'

/** Local-only suffixes (RFC 6761, 6762, 8375), and what resolvers call this machine. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain6?|local|internal|intranet|lan|home\.arpa)$/

/** Whether a name may be public: neither one of this machine nor of its local network. */
const isPublicName = (name: string, machine: string): boolean =>
  name.includes('.') && !LOCAL_NAME.test(name) && name !== machine.toLowerCase()

/**
 * Normalizes an address that a user typed and that is requested later. Where its name leads is checked at every
 * connection; here only what the text shows. `mapped`: names of HOST_MAP, which may be plain HTTP.
 * @throws AppError validation_failed at `field`, with an `example` when the text is not an address
 */
export function checkPublicUrl(
  text: string,
  {
    field,
    example,
    mapped,
    machine = machineName(),
  }: { field: string; example: string; mapped: ReadonlySet<string>; machine?: string },
): URL {
  let url: URL
  try {
    url = parseOutboundUrl(text)
  } catch (cause) {
    throw Object.assign(invalidField(field, `Enter an address such as ${example}`), { cause })
  }
  const hostname = normalHostname(url.hostname)
  if (mapped.has(hostname)) return url
  if (url.protocol !== 'https:') throw invalidField(field, 'Enter an address that starts with https://')
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) ? !isPublicAddress(literal) : !isPublicName(hostname, machine))
    throw invalidField(field, 'Enter an address on the public internet')
  return url
}

/** The same for a host alone. @throws AppError validation_failed at `field`. */
export function checkPublicHost(host: string, field: string, machine = machineName()): void {
  const name = normalHostname(host)
  if (isIP(name) ? !isPublicAddress(name) : !isPublicName(name, machine))
    throw invalidField(field, 'Enter a host on the public internet')
}
