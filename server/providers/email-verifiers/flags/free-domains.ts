import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let known: ReadonlySet<string> | undefined

/** Whether anybody gets a mailbox in this domain for nothing, as at gmail.com: the address tells no company. */
export function isFreeDomain(domain: string): boolean {
  known ??= new Set(require('free-email-domains') as typeof import('free-email-domains'))
  return known.has(domain)
}
