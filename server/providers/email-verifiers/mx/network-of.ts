import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import { providerOf } from './mail-providers.ts'

/**
 * The network of a mail host, for counting silent ones: hosts of one small operator are one network and may be down
 * together. Those of a big provider never are, so each counts.
 */
export function networkOf(host: string): string {
  return providerOf(host) ? host : operatorOf(host)
}

/** The operator of a mail host, for rate limits: the provider, else the host's registrable domain. */
export function operatorOf(host: string): string {
  if (isIP(host) !== 0) return host
  return providerOf(host)?.id ?? getDomain(host) ?? host
}
