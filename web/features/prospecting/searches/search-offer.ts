import { formatCredits } from '#web/lib/format.ts'
import { isOpenEnded, type SearchDraft } from './search-draft.ts'
import { readAffordable } from './use-start-search.ts'

/** The part of a quote that decides whether a search can start. */
interface QuoteFigures {
  matched: number
  available: number
  affordable: number
  leads: { max: number }
  credits: { max: number }
}

interface EstimateFigures {
  settled: boolean
  quote: { data: { data: QuoteFigures } | undefined }
}

/** State of the start button. */
export interface Offer {
  label: string
  /** The price is known and affordable, and there is something to find. */
  ready: boolean
  /** Leads the wallet can pay for; null if it covers the search. */
  short: number | null
  /** Credits at which the run stops; null if they cover its maximum cost. */
  stopAt: number | null
}

const NOT_YET: Offer = { label: 'Start search', ready: false, short: null, stopAt: null }

/**
 * Decides what can be started. A search that can't be counted may start with fewer credits than its maximum
 * and stop when they are spent; others must be limited to what the wallet covers.
 */
export function makeOffer(
  draft: Pick<SearchDraft, 'type' | 'values'>,
  { settled, quote }: EstimateFigures,
  error: unknown,
): Offer {
  const refused = readAffordable(error)
  if (refused !== null) return { ...NOT_YET, short: refused }
  const figures = settled ? quote.data?.data : undefined
  if (!figures) return NOT_YET
  const open = isOpenEnded(draft)
  if (!open && figures.matched === 0) return { ...NOT_YET, label: 'No matches' }
  if (!open && figures.leads.max === 0) return { ...NOT_YET, label: 'Nothing new' }
  const { max } = figures.credits
  if (max > figures.available) {
    if (!open || figures.available <= 0) return { ...NOT_YET, short: Math.max(0, figures.affordable) }
    const stopAt = figures.available
    return { label: `Start and stop at ${formatCredits(stopAt)}`, ready: true, short: null, stopAt }
  }
  const label = max === 0 ? 'Start search · free' : `Start search · up to ${formatCredits(max)}`
  return { label, ready: true, short: null, stopAt: null }
}
