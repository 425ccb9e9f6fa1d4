import { formatCredits } from '#web/lib/format.ts'
import { CountBlock } from './count-block.tsx'
import { NoMatches } from './no-matches.tsx'
import { PriceBlock } from './price-block.tsx'
import classes from './quote-panel.module.css'
import type { SearchDraft } from './search-draft.ts'
import { ShortCredits } from './short-credits.tsx'
import type { Estimate } from './use-estimate.ts'

interface QuotePanelProps {
  estimate: Estimate
  draft: SearchDraft
  /** The search reads websites, so nothing can be counted in advance. */
  open: boolean
  /** Credits at which the run would stop; null if they cover its maximum cost. */
  stopAt: number | null
  /** Leads the wallet can pay for; null if it can pay for all. */
  affordable: number | null
  onChange: (draft: SearchDraft) => void
}

/** Count and price of the search, beside the form. */
export function QuotePanel(props: QuotePanelProps) {
  const { estimate, draft, open, stopAt, affordable, onChange } = props
  const { checked, count, quote } = estimate
  // Without data there is nothing to quote.
  const isEmpty = count.data?.data.no_data === true
  const isNothing =
    count.data?.data.matched === 0 && count.data.data.certainty !== 'unknown' && !count.isPlaceholderData
  return (
    <>
      <CountBlock estimate={estimate} open={open} type={draft.type} />
      {checked.ok && isNothing && !isEmpty && !open && <NoMatches draft={draft} onChange={onChange} />}
      {checked.ok && !count.isError && !isEmpty && (
        <PriceBlock quote={quote} open={open} search={checked.search} />
      )}
      {stopAt !== null && (
        <div className={classes.short}>
          <p>
            {`Your credits may not cover everything. The search can stop after ${formatCredits(stopAt)}, and you keep what it found.`}
          </p>
        </div>
      )}
      {affordable !== null && (
        <ShortCredits
          draft={draft}
          onChange={onChange}
          affordable={affordable}
          saved={quote.data?.data.already_saved ?? 0}
        />
      )}
    </>
  )
}
