import { getDomain } from 'tldts'
import { MESSAGES } from '#contract/core/messages.ts'
import { invalidField } from '#server/platform/errors.ts'
import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import { isLocalName, plainHost } from './host-directory.ts'
import type { SitePlatform } from './site-platform.ts'

/** @throws AppError validation_failed for hosts nobody can own: addresses, public suffixes, our own names. */
export function checkOwnable(input: string, platform: SitePlatform): string {
  const host = plainHost(input)
  if (!host || isLocalName(host)) throw invalidField('host', MESSAGES.url)
  if (!getDomain(host, { allowPrivateDomains: true }))
    throw invalidField('host', 'This is a public suffix. Enter a domain below it')
  const own = [
    new URL(platform.publicUrl()).hostname,
    platform.mainSuiteDomain,
    platform.whiteLabelSuiteDomain,
  ]
  if (own.some((name) => name && isHostBelow(host, name)))
    throw invalidField('host', 'This domain belongs to the platform')
  return host
}
