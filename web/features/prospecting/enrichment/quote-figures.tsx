import { Box, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { EnrichQuote } from '#contract/prospecting/enrichment.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import { SumLine } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ACTION_LABELS, skippedLabels, smtpNotice, sourceLabel, spanLabel } from './enrich-labels.ts'

const BASIS: Record<EnrichQuote['basis'], string> = {
  history: 'Estimate based on your past results.',
  default: 'Estimate based on typical results.',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const LINES = { pt: 'xs', style: { borderTop: 'var(--app-line)' }, className: 'numeric' }

/** What an enrichment would bring and cost, what it leaves out and why. */
export function QuoteFigures({ quote }: { quote: UseQueryResult<{ data: EnrichQuote }> }) {
  if (quote.isError) return null
  if (!quote.data) {
    return (
      <Box {...LINES} role="status" aria-label="Calculating the price">
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} height={10} my={7.5} />
        ))}
      </Box>
    )
  }
  const figures = quote.data.data
  const { action, eligible, websites, skipped, found, credits, unit_cost, available, basis, smtp } = figures
  const requested = figures.sources.filter(({ is_selected, left_out }) => is_selected && left_out === null)
  const left = skippedLabels(skipped)
  const notice = smtpNotice(smtp)
  return (
    <>
      <div>
        <Box component="dl" {...LINES} opacity={quote.isPlaceholderData ? 0.55 : 1}>
          <SumLine label="Leads included">{formatNumber(eligible)}</SumLine>
          {left.length > 0 && (
            <SumLine label="Skipped">
              <ul>
                {left.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </SumLine>
          )}
          {action !== 'verify' && <SumLine label="Websites to read">{formatNumber(websites)}</SumLine>}
          {action !== 'verify' && (
            <SumLine label={capital(ACTION_LABELS[action].unit[1])}>{spanLabel(found)}</SumLine>
          )}
          {requested.map((source) => (
            <SumLine key={source.id} label={source.label}>
              {sourceLabel(source)}
            </SumLine>
          ))}
          <SumLine label="Credits">{credits.max === 0 ? 'Free' : spanLabel(credits)}</SumLine>
          {credits.max > 0 && unit_cost > 0 && (
            <SumLine label={action === 'get-employees' ? 'Price per address' : 'Price per lead'}>
              {formatCredits(unit_cost)}
            </SumLine>
          )}
          {credits.max > 0 && <SumLine label="Available">{formatCredits(available)}</SumLine>}
        </Box>
        {action !== 'verify' && eligible > 0 && <Hint mt={4}>{BASIS[basis]}</Hint>}
      </div>
      {credits.max > available && available > 0 && (
        <Notice tone="warning">
          {`You may not have enough credits. The run stops after ${formatCredits(available)}, and you keep what it found.`}
        </Notice>
      )}
      {notice && action !== 'get-employees' && <Notice tone="warning">{notice}</Notice>}
    </>
  )
}
