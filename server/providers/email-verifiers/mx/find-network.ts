import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import { findProvider } from './mail-providers.ts'

/**
 * The network of a mail host, for counting silent ones: hosts of one small operator are one network and may be down
 * together. Those of a big provider never are, so each counts.
 */
export function findNetwork(host: string): string {
  return findProvider(host) ? host : findOperator(host)
}

/** The operator of a mail host, for rate limits: the provider, else the host's registrable domain. */
export function findOperator(host: string): string {
  if (isIP(host) !== 0) return host
  return findProvider(host)?.id ?? getDomain(host) ?? host
}
