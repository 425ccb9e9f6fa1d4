import { isIP } from 'node:net'
import { hostname as machineName } from 'node:os'
import { invalidField } from '../errors.ts'
import { normalHostname } from './host-map.ts'
import { parseOutboundUrl } from './outbound-url.ts'
import { isPublicAddress } from './public-address.ts'

/** Ends of names that no public name server knows (RFC 6761, 6762, 8375), and what resolvers call this machine. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain6?|local|internal|intranet|lan|home\.arpa)$/

/** Whether a name may lead to the public internet: not one of this machine's own, nor of its network. */
const isPublicName = (name: string, machine: string): boolean =>
  name.includes('.') && !LOCAL_NAME.test(name) && name !== machine.toLowerCase()

/**
 * An address that someone has typed and that is asked later, in its normal form. What its name leads to is checked at
 * every connection; here only what is plain to see. `mapped`: names of HOST_MAP, which may be plain HTTP. @throws
 * AppError validation_failed at `field`, with an `example` where the text is no address. `machine`: what this one is called.
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
  if (url.protocol !== 'https:') throw invalidField(field, 'Enter an address that begins with https://')
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
