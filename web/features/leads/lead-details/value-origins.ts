import type { LeadDetail } from '#contract/leads/leads.ts'
import { sourceLabel } from '#contract/sources/source-kinds/index.ts'
import { emailLabel } from '#web/lib/email-labels.ts'
import { formatDay, formatRelative } from '#web/lib/format.ts'
import { isOnPage, methodPhrase, pageLabel } from '#web/lib/sighting-labels.ts'

/** Origin of one value of a lead. */
export type Origin = LeadDetail['provenance'][string]

/** One source with its values. */
export interface SharedOrigin {
  /** The first of its origins, in field order. */
  origin: Origin
  fields: string[]
  methods: string[]
}

const INVENTED = 'invented'

/** Label of a method: `open_data_import` is "open data import", `mailto` "an email link". */
export const methodLabel = (method: string): string => methodPhrase(method)

/** Label of a source; an unknown id is shown as it is. */
export const originLabel = (source: string): string => (source === 'ai' ? 'AI text' : sourceLabel(source))

/** Key of an origin: the page if there is one, else the source. */
export function originName({ method, source, url }: Pick<Origin, 'method' | 'source' | 'url'>): string {
  if (method === INVENTED) return 'Sample data'
  if (url && isOnPage(method)) return pageLabel(url)
  return method === 'inferred' ? methodPhrase(method) : originLabel(source)
}

/** An origin in one line: `acme.example/contact, found 3 days ago`, `Open Brewery DB, Nov 22, 2026`. */
export function originLine(origin: Origin): string {
  const { observed_at: at, method, expires_at: end } = origin
  const name = originName(origin)
  if (method === INVENTED) return 'sample data'
  if (!at) return name
  const expiry = end ? `, kept until ${formatDay(end)}` : ''
  return isOnPage(method) ? `${name}, found ${formatRelative(at)}` : `${name}, ${formatDay(at)}${expiry}`
}

/** Who confirmed the state of an address and when, for one we have not checked. */
export function vouchedLabel(origin: Origin | undefined, state: string): string {
  const by = origin ? ` by ${originLabel(origin.source)}` : ''
  const when = origin?.observed_at ? ` on ${formatDay(origin.observed_at)}` : ''
  const verdict = state === 'valid' ? 'Verified' : `Marked “${emailLabel(state).label}”`
  return `${verdict}${by}${when}. We haven’t checked this address ourselves.`
}

/** Confidence of a value in words; none for invented values. */
export const confidenceLabel = ({ method, confidence }: Origin): string | null =>
  method === INVENTED ? null : `${Math.round(confidence * 100)}%`

/** Values of one page share it, whatever their form. */
const identity = ({ source, method, licence, record, url }: Origin): string =>
  JSON.stringify([source, url && isOnPage(method) ? url : method, licence, record])

/** The sources of some fields, that of most values first; ties in field order. */
export function sharedOrigins(
  provenance: Readonly<Record<string, Origin>>,
  fields: readonly string[],
): SharedOrigin[] {
  const shared = new Map<string, SharedOrigin>()
  for (const name of fields) {
    const origin = provenance[name]
    if (!origin) continue
    const key = identity(origin)
    const known = shared.get(key) ?? { origin, fields: [], methods: [] }
    known.fields.push(name)
    if (!known.methods.includes(origin.method)) known.methods.push(origin.method)
    shared.set(key, known)
  }
  return [...shared.values()].sort((one, other) => other.fields.length - one.fields.length)
}
