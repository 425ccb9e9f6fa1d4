import type { LeadDetail } from '#contract/leads.ts'

/** Where one value of a lead comes from. */
export type Origin = LeadDetail['provenance'][string]

/** How a value was got, in words: `open_data_import` reads "open data import". */
export const methodWords = (origin: Pick<Origin, 'method'>): string => origin.method.replaceAll('_', ' ')

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
