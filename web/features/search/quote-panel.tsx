import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { countNotes, type SkippedEntry, skippedWords } from './count-notes.ts'
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

/** Figures of a search that reads websites. */
const siteFigures = ({ domains, max_emails }: Record<string, unknown>, skipped: readonly SkippedEntry[]) => ({
  domains: Array.isArray(domains) ? domains.length - skipped.length : 0,
  maxEmails: typeof max_emails === 'number' ? max_emails : 0,
})

/** What is wrong with the search itself stays wrong until the form changes. */
const mayPass = (error: unknown): boolean => !(error instanceof ApiError) || error.isTemporary

/** What nobody has imported yet, and who can. */
function NoData() {
  const isAdmin = useUser()?.role === 'admin'
  return (
    <div className={classes.block} role="status">
      <p className={classes.hint}>
        {isAdmin
          ? 'The open corpus is empty, so there is nothing to search yet.'
          : 'There is no data to search yet. Ask your administrator to import some, or try the sample data.'}
      </p>
      {isAdmin && (
        <Button component={Link} to="/admin/corpus" variant="default" size="compact-sm" mt="xs">
          Import data
        </Button>
      )}
    </div>
  )
}

/** Entries that the server could not use. */
function Skipped({ skipped }: { skipped: readonly SkippedEntry[] }) {
  return skippedWords(skipped).map((words) => (
    <p key={words} className={classes.hint}>
      {words}
    </p>
  ))
}

/** What is known before websites are read: how many there are. */
function OpenBlock({
  search,
  skipped,
}: {
  search: Record<string, unknown>
  skipped: readonly SkippedEntry[]
}) {
  const { domains, maxEmails } = siteFigures(search, skipped)
  return (
    <div className={classes.block}>
      <p className={classes.big} aria-live="polite">
        {formatNumber(domains)}
        <span>{domains === 1 ? 'website' : 'websites'}</span>
      </p>
      <p className={classes.hint}>
        {`How many addresses they publish is known after reading: at most ${formatNumber(maxEmails)} of each are delivered.`}
      </p>
      <Skipped skipped={skipped} />
    </div>
  )
}

interface CountBlockProps extends Pick<Estimate, 'count' | 'checked'> {
  /** The search reads websites, so nothing can be counted beforehand. */
  open: boolean
}

/** The free count: how many match, what a radius cannot see, and how old the data is. */
function CountBlock({ count, checked, open }: CountBlockProps) {
  if (!checked.ok) {
    return (
      <p className={classes.hint}>
        {open ? 'Give at least one domain to see the price.' : 'Fill the form to see how many match.'}
      </p>
    )
  }
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
  const found = count.data.data
  if (open) return <OpenBlock search={checked.search} skipped={found.skipped} />
  if (found.no_data) return <NoData />
  const { matched } = found
  const notes = countNotes(found)
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

interface PriceBlockProps extends Pick<Estimate, 'quote'> {
  open: boolean
  search: Record<string, unknown>
}

/** The price before anything runs: leads and credits with their span, what is free already, what is in the wallet. */
function PriceBlock({ quote, open, search }: PriceBlockProps) {
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
  const { domains, maxEmails } = siteFigures(search, figures.skipped)
  const free = figures.unit_cost === 0
  return (
    <dl className={classes.lines} data-stale={quote.isPlaceholderData || undefined}>
      {open && (
        <Line
          label={formatCount(domains, 'domain')}
        >{`× up to ${formatCount(maxEmails, 'address', 'addresses')}`}</Line>
      )}
      <Line label={open ? 'Addresses' : 'Leads'}>{span(figures.leads)}</Line>
      <Line label="Already in your lists">{formatNumber(figures.already_in_lists)}</Line>
      <Line label="Already paid, free now">{formatNumber(figures.already_paid)}</Line>
      <Line label="Price per lead">{free ? 'Free' : formatCredits(figures.unit_cost)}</Line>
      {!free && <Line label="At least">{formatCredits(figures.credits.min)}</Line>}
      <Line label="Expected">{formatCredits(figures.credits.expected)}</Line>
      <Line label="At most">{formatCredits(figures.credits.max)}</Line>
      <Line label="You have">{formatCredits(figures.available)}</Line>
    </dl>
  )
}

interface QuotePanelProps {
  estimate: Estimate
  /** The search reads websites, so nothing can be counted beforehand. */
  open: boolean
  /** Credits at which the run would stop by itself, when they do not cover the most that it could cost. */
  stopAt: number | null
  /** Leads that the wallet can pay for, when that is not all of them. */
  affordable: number | null
  onTakeAffordable: (limit: number) => void
}

/** Count and price of the search, beside the form. */
export function QuotePanel(props: QuotePanelProps) {
  const { estimate, open, stopAt, affordable, onTakeAffordable } = props
  const { checked, count, quote } = estimate
  // Without data there is nothing to have a price.
  const isEmpty = count.data?.data.no_data === true
  return (
    <>
      <CountBlock {...estimate} open={open} />
      {checked.ok && !count.isError && !isEmpty && (
        <PriceBlock quote={quote} open={open} search={checked.search} />
      )}
      {open && checked.ok && (
        <p className={classes.free}>
          One credit for an address that is found or potential. Phones, people, profiles, addresses inferred
          from a pattern, and misses cost nothing.
        </p>
      )}
      {stopAt !== null && (
        <div className={classes.short}>
          <p>
            {`Your credits may not cover all of it. The search can stop by itself when ${formatCredits(stopAt)} are spent; what was found by then is yours.`}
          </p>
        </div>
      )}
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
