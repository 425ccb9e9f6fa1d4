import { Box, Skeleton, Text } from '@mantine/core'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'
import { SumLine } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Failed } from './count-block.tsx'
import { quoteLabel } from './quote-labels.ts'
import classes from './quote-panel.module.css'
import { websiteFigures } from './search-draft.ts'
import type { Estimate } from './use-estimate.ts'

type Quote = NonNullable<Estimate['quote']['data']>['data']

interface LinesProps {
  figures: Quote
  open: boolean
  search: Record<string, unknown>
}

/** The parts of the price. */
function Lines({ figures, open, search }: LinesProps) {
  const { credits, unit_cost, already_paid, already_in_lists, already_exported, already_in_crm, available } =
    figures
  const { domains, maxEmails } = websiteFigures(search, figures.skipped)
  const piece = open ? 'email' : 'lead'
  return (
    <Box component="dl" mt={6} className="numeric">
      {open ? (
        <SumLine
          label={formatCount(domains, 'website')}
        >{`up to ${formatCount(maxEmails, 'email')} each`}</SumLine>
      ) : (
        <SumLine label="Already paid, free now">{formatNumber(already_paid)}</SumLine>
      )}
      {already_in_lists > 0 && <SumLine label="In your lists">{formatNumber(already_in_lists)}</SumLine>}
      {already_exported > 0 && (
        <SumLine label="Exported before, not in a list">{formatNumber(already_exported)}</SumLine>
      )}
      {already_in_crm > 0 && (
        <SumLine label="In your CRM but not in a list">{formatNumber(already_in_crm)}</SumLine>
      )}
      <SumLine label={`Price per ${piece}`}>{formatCredits(unit_cost)}</SumLine>
      <SumLine label="At least">{formatCredits(credits.min)}</SumLine>
      <SumLine label="Expected">{formatCredits(credits.expected)}</SumLine>
      <SumLine label="At most">{formatCredits(credits.max)}</SumLine>
      <SumLine label="Available">{formatCredits(available)}</SumLine>
    </Box>
  )
}

/** The price in one line, with expandable details. */
export function PriceBlock({ quote, open, search }: Omit<LinesProps, 'figures'> & Pick<Estimate, 'quote'>) {
  if (quote.isError)
    return (
      <div className={classes.price}>
        <Failed error={quote.error} onRetry={() => void quote.refetch()} />
      </div>
    )
  if (!quote.data) {
    return (
      <div className={classes.price} role="status" aria-label="Calculating the price">
        <Skeleton height={14} width={190} my={4} />
        <Skeleton height={10} width={60} my={6} />
      </div>
    )
  }
  const figures = quote.data.data
  // The count shows this error already.
  if (!open && figures.matched === 0) return null
  return (
    <div className={`outdated ${classes.price}`} data-stale={quote.isPlaceholderData || undefined}>
      <Text fw={550} c="var(--app-heading)" className="numeric" aria-live="polite">
        {quoteLabel(figures, open)}
      </Text>
      {figures.unit_cost > 0 && (
        <Box component="details" mt={2}>
          <summary>Details</summary>
          <Lines figures={figures} open={open} search={search} />
          {open && (
            <Hint>
              You pay for emails that are verified or may work. Phones, people, profiles, guessed emails and
              misses are free.
            </Hint>
          )}
        </Box>
      )}
    </div>
  )
}
