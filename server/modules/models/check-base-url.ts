import { isIP } from 'node:net'
import { invalidField } from '#server/platform/errors.ts'
import { normalHostname } from '#server/platform/fetch/host-map.ts'
import { parseOutboundUrl } from '#server/platform/fetch/outbound-url.ts'
import { isPublicAddress } from '#server/platform/fetch/public-address.ts'

const HINT = 'Enter an address such as https://api.openai.com/v1'

/**
 * The base address of a model in its normal form. What its name leads to is checked at every connection; here only what
 * is plain to see. `mapped`: names of HOST_MAP, which may be plain HTTP. @throws AppError validation_failed at `base_url`.
 */
export function checkBaseUrl(text: string, mapped: ReadonlySet<string>): string {
  let url: URL
  try {
    url = parseOutboundUrl(text)
  } catch (cause) {
    throw Object.assign(invalidField('base_url', HINT), { cause })
  }
  if (url.search || url.hash) throw invalidField('base_url', HINT)
  const hostname = normalHostname(url.hostname)
  const normal = url.href.replace(/\/+$/, '')
  if (mapped.has(hostname)) return normal
  if (url.protocol !== 'https:') throw invalidField('base_url', 'Enter an address that begins with https://')
  const literal = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(literal) !== 0 && !isPublicAddress(literal)
  if (isPrivate || hostname === 'localhost' || hostname.endsWith('.localhost'))
    throw invalidField('base_url', 'Enter an address on the public internet')
  return normal
}
