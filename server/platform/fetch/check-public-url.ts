import { isIP } from 'node:net'
import { invalidField } from '../errors.ts'
import { normalHostname } from './host-map.ts'
import { parseOutboundUrl } from './outbound-url.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * An address that somebody has typed and that is asked later, in its normal form. What its name leads to is checked at
 * every connection; here only what is plain to see. `mapped`: names of HOST_MAP, which may be plain HTTP. @throws
 * AppError validation_failed at `field`, with an `example` where the text is no address.
 */
export function checkPublicUrl(
  text: string,
  { field, example, mapped }: { field: string; example: string; mapped: ReadonlySet<string> },
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
  const isPrivate = isIP(literal) !== 0 && !isPublicAddress(literal)
  if (isPrivate || hostname === 'localhost' || hostname.endsWith('.localhost'))
    throw invalidField(field, 'Enter an address on the public internet')
  return url
}
