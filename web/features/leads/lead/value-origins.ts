import type { LeadDetail } from '#contract/leads.ts'
import { isOnPage, methodPhrase, pageWords } from '#web/lib/sighting-labels.ts'

/** Where one value of a lead comes from. */
export type Origin = LeadDetail['provenance'][string]

/** How a value was got, in words: `open_data_import` reads "open data import", `mailto` "found as an email link". */
export const methodWords = ({ method }: Pick<Origin, 'method'>): string =>
  isOnPage(method) ? `found as ${methodPhrase(method)}` : methodPhrase(method)

/** What names an origin: the page when the value stands on one, else the source. */
export const originName = ({ method, source, url }: Pick<Origin, 'method' | 'source' | 'url'>): string =>
  url && isOnPage(method) ? pageWords(url) : source

const identity = ({ source, method, licence, record, url }: Origin): string =>
  JSON.stringify([source, method, licence, record, url])

/** The different origins of a lead's values, in the order in which they first appear. */
export function distinctOrigins(provenance: Record<string, Origin>): Origin[] {
  const origins = new Map<string, Origin>()
  for (const origin of Object.values(provenance)) {
    if (!origins.has(identity(origin))) origins.set(identity(origin), origin)
  }
  return [...origins.values()]
}
