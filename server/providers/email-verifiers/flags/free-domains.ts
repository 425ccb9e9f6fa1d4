import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let known: ReadonlySet<string> | undefined

/** Whether the domain is a free mail service, as gmail.com, and therefore identifies no company. */
export function isFreeDomain(domain: string): boolean {
  known ??= new Set(require('free-email-domains') as typeof import('free-email-domains'))
  return known.has(domain)
}
