import type { SingleSearch } from '#contract/leads/list-types/single.ts'
import { findNamedHost } from '#server/website-reader/index.ts'
import { InvalidSearch, type SkippedEntry } from './lead-source.ts'

const asSearch = (search: Record<string, unknown>) => search as unknown as SingleSearch

/** Why an entry is not a domain. */
function invalidReason(entry: string): string {
  if (/^\W*\d{1,3}(?:\.\d{1,3}){3}\b|\[?[\da-f]*:[\da-f]*:/i.test(entry)) return 'An IP address, not a domain'
  const ending = /[\p{L}\d]\.([\p{L}\d-]+)\W*$/u.exec(entry.replace(/(?<![:/])[/?#].*$/s, ''))?.[1]
  return ending ? `No domain ends in .${ending.toLowerCase()}` : 'Not a domain'
}

const MAX_SHOWN = 200

/** Original entries that are not domains. */
export const skippedDomains = (search: Record<string, unknown>): SkippedEntry[] =>
  asSearch(search)
    .domains.filter((entry) => findNamedHost(entry) === null)
    .map((entry) => ({ entry: entry.slice(0, MAX_SHOWN), reason: invalidReason(entry) }))

/**
 * Normalizes hosts, without duplicates and invalid entries.
 * @throws InvalidSearch when nothing is left
 */
export function normaliseDomains(search: Record<string, unknown>): Record<string, unknown> {
  const hosts = asSearch(search).domains.flatMap((entry) => findNamedHost(entry)?.host ?? [])
  const [first] = hosts.length === 0 ? skippedDomains(search) : []
  if (first)
    throw new InvalidSearch(
      'domains',
      `"${first.entry}": ${first.reason}. Enter a domain such as acme.example`,
    )
  return { ...search, domains: [...new Set(hosts)] }
}
