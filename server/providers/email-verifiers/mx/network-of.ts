import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import { providerOf } from './mail-providers.ts'

/**
 * Whose network a mail host is in, for counting how many are silent: hosts of one small operator are one network
 * and may be down together; those of a big provider never are, so each counts.
 */
export function networkOf(host: string): string {
  return providerOf(host) ? host : operatorOf(host)
}

/** Who runs a mail host, for pacing questions: the provider, else the registrable domain of the host. */
export function operatorOf(host: string): string {
  if (isIP(host) !== 0) return host
  return providerOf(host)?.id ?? getDomain(host) ?? host
}
