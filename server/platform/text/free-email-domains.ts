import { readFileSync } from 'node:fs'

let known: ReadonlySet<string> | undefined

/** Whether anybody gets a mailbox at the domain, as at gmail.com, so that it does not tell whose it is. */
export function isFreeDomain(domain: string): boolean {
  known ??= readDomains()
  return known.has(domain)
}

/** Read on first use: few requests need it. */
function readDomains(): ReadonlySet<string> {
  const lines = readFileSync(new URL('./free-email-domains.txt', import.meta.url), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
