import { editDistance } from '#contract/core/edit-distance.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import { ENDING_TYPOS, FREQUENT_DOMAINS, REAL_NEIGHBOURS } from './frequent-domains.ts'

const FREQUENT: ReadonlySet<string> = new Set(FREQUENT_DOMAINS)
/** Shorter names are one typo away from too many real ones. */
const MIN_LENGTH = 8
/** From this length on even two typos are unambiguous. */
const MIN_LENGTH_FOR_TWO_TYPOS = 14

function withEnding(domain: string): string {
  const dot = domain.lastIndexOf('.')
  const suggestion = ENDING_TYPOS[domain.slice(dot + 1)]
  return suggestion ? `${domain.slice(0, dot)}.${suggestion}` : domain
}

function nearest(domain: string): string | undefined {
  if (domain.length < MIN_LENGTH - 1) return undefined
  const limit = domain.length >= MIN_LENGTH_FOR_TWO_TYPOS ? 2 : 1
  const near = FREQUENT_DOMAINS.filter((frequent) => frequent.length >= MIN_LENGTH)
  return (
    near.find((frequent) => editDistance(domain, frequent, 1) <= 1) ??
    near.find((frequent) => editDistance(domain, frequent, limit) <= limit)
  )
}

const readName = (domain: string): string => domain.slice(0, domain.indexOf('.'))

/**
 * A likely correction: `gmial.com` means `gmail.com`, `acme.con` means `acme.com`. Null when the domain looks right.
 * It is only suggested to the user.
 */
export function suggestDomain(domain: string): string | null {
  if (FREQUENT.has(domain) || REAL_NEIGHBOURS.has(domain)) return null
  const ended = withEnding(domain)
  if (FREQUENT.has(ended)) return ended
  const near = nearest(ended)
  // The same name in another country (yahoo.ca) is another service; the list of free ones includes misspelt names.
  const elsewhere = near !== undefined && readName(near) === readName(domain) && isFreeDomain(domain)
  const suggestion = near !== undefined && !elsewhere ? near : ended
  return suggestion === domain ? null : suggestion
}
