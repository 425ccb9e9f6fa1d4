import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { formatCount, formatCredits, formatDay, formatNumber } from '#web/lib/format.ts'
import classes from './quote-panel.module.css'
import type { Estimate } from './use-estimate.ts'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const span = ({ min, max }: { min: number; max: number }): string =>
  min === max ? formatNumber(max) : `${formatNumber(min)} – ${formatNumber(max)}`

/** What is wrong with the search itself stays wrong until the form changes. */
const mayPass = (error: unknown): boolean => !(error instanceof ApiError) || error.isTemporary

/** The free count: how many match, what a radius cannot see, and how old the data is. */
function CountBlock({ count, checked }: Pick<Estimate, 'count' | 'checked'>) {
  if (!checked.ok) return <p className={classes.hint}>Fill the form to see how many match.</p>
  if (count.isError) {
    return (
      <p className={classes.hint} role="alert">
        {errorMessage(count.error)}{' '}
        {mayPass(count.error) && (
          <Button variant="subtle" size="compact-xs" onClick={() => void count.refetch()}>
            Try again
          </Button>
        )}
      </p>
    )
  }
  if (count.isPending) {
    return (
      <div role="status" aria-label="Counting">
        <Skeleton height={28} width={120} />
        <Skeleton height={10} width={180} mt={10} />
      </div>
    )
  }
  const { matched, without_coordinates, data_as_of, near } = count.data.data
  const notes = [
    near ? `Around ${near.label}` : null,
    without_coordinates > 0
      ? `${formatNumber(without_coordinates)} more match, but have no coordinates for the radius`
      : null,
    data_as_of ? `Data as of ${formatDay(data_as_of)}` : null,
  ].filter((note) => note !== null)
  return (
    <div data-stale={count.isPlaceholderData || undefined} className={classes.block}>
      <p className={classes.big} aria-live="polite">
        {formatNumber(matched)}
        <span>{matched === 1 ? 'match' : 'matches'}</span>
      </p>
      {notes.map((note) => (
        <p key={note} className={classes.hint}>
          {note}
        </p>
      ))}
    </div>
  )
}

/** The price before anything runs: leads and credits with their span, what is free already, what is in the wallet. */
function PriceBlock({ quote }: Pick<Estimate, 'quote'>) {
  if (quote.isError) return <p className={classes.hint}>{errorMessage(quote.error)}</p>
  if (!quote.data) {
    return (
      <div className={classes.lines} role="status" aria-label="Working out the price">
        {[0, 1, 2, 3, 4, 5, 6].map((line) => (
          <Skeleton key={line} height={10} my={7.5} />
        ))}
      </div>
    )
  }
  const figures = quote.data.data
  return (
    <dl className={classes.lines} data-stale={quote.isPlaceholderData || undefined}>
      <Line label="Leads">{span(figures.leads)}</Line>
      <Line label="Already in your lists">{formatNumber(figures.already_in_lists)}</Line>
      <Line label="Already paid, free now">{formatNumber(figures.already_paid)}</Line>
      <Line label="Price of one">{figures.unit_cost === 0 ? 'Free' : formatCredits(figures.unit_cost)}</Line>
      <Line label="Expected">{formatCredits(figures.credits.expected)}</Line>
      <Line label="At most">{formatCredits(figures.credits.max)}</Line>
      <Line label="You have">{formatCredits(figures.available)}</Line>
    </dl>
  )
}

interface QuotePanelProps {
  estimate: Estimate
  /** Leads that the wallet can pay for, when that is not all of them. */
  affordable: number | null
  onTakeAffordable: (limit: number) => void
}

/** Count and price of the search, beside the form. */
export function QuotePanel({ estimate, affordable, onTakeAffordable }: QuotePanelProps) {
  return (
    <>
      <CountBlock {...estimate} />
      {estimate.checked.ok && !estimate.count.isError && <PriceBlock quote={estimate.quote} />}
      {affordable !== null && (
        <div className={classes.short} role="alert">
          <p>
            {affordable > 0
              ? `Your credits pay for ${formatCount(affordable, 'lead')}.`
              : 'There are no credits left for this search.'}
          </p>
          {affordable > 0 && (
            <Button variant="default" size="compact-xs" onClick={() => onTakeAffordable(affordable)}>
              {`Take the first ${formatNumber(affordable)}`}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
