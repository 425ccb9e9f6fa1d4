import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'

/** Splits what people paste: domains between commas, semicolons, spaces and lines. */
export const domainWords = (given: readonly string[]): string[] =>
  given.flatMap((text) => text.split(/[\s,;]+/)).filter((word) => word !== '')

/**
 * The registrable domain of a domain, a page's address or an e-mail address, in lower case and ASCII; the text
 * itself where there is none, so that the server can say what is wrong with it.
 */
export function registrableDomain(text: string): string {
  // Private suffixes count, as on the server: two customers of one hosting company are two web sites.
  const domain = getDomain(text.trim(), { allowPrivateDomains: true })
  return (domain && domainToASCII(domain)) || text.trim().toLowerCase()
}

/** Each domain once, in the order in which it was first asked for. */
export const distinctDomains = (words: readonly string[]): string[] => [
  ...new Set(words.map(registrableDomain)),
]
