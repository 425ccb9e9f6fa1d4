import { Button } from '@mantine/core'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { formatCount, formatCredits } from '#web/lib/format.ts'
import { CountBlock } from './count-block.tsx'
import { PriceBlock } from './price-block.tsx'
import classes from './quote-panel.module.css'
import type { Estimate } from './use-estimate.ts'

interface QuotePanelProps {
  estimate: Estimate
  type: ListTypeId
  /** The search reads websites, so nothing can be counted in advance. */
  open: boolean
  /** Credits at which the run would stop; null if they cover its maximum cost. */
  stopAt: number | null
  /** Leads the wallet can pay for; null if it can pay for all. */
  affordable: number | null
  onTakeAffordable: (limit: number) => void
}

/** Count and price of the search, beside the form. */
export function QuotePanel(props: QuotePanelProps) {
  const { estimate, type, open, stopAt, affordable, onTakeAffordable } = props
  const { checked, count, quote } = estimate
  // Without data there is nothing to quote.
  const isEmpty = count.data?.data.no_data === true
  return (
    <>
      <CountBlock estimate={estimate} open={open} type={type} />
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
        <div className={classes.short} role="alert">
          <p>
            {affordable > 0
              ? `Your credits pay for ${formatCount(affordable, 'lead')}.`
              : 'You have no credits left for this search.'}
          </p>
          {affordable > 0 && (
            <Button variant="default" size="compact-xs" onClick={() => onTakeAffordable(affordable)}>
              {`Limit to ${formatCount(affordable, 'lead')}`}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
