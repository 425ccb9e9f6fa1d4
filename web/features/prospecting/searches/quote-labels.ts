import type { Reply } from '#contract/core/endpoint.ts'
import type { createQuote } from '#contract/prospecting/searches.ts'
import { formatCount, formatCredits } from '#web/lib/format.ts'

type Quote = Reply<typeof createQuote>['data']
/** The part of a quote that fits one line. */
export type QuoteAmounts = Pick<Quote, 'leads' | 'credits'>

/**
 * A quote in one line: "122 leads · up to 122 credits". `open`: the search reads websites, so the number of
 * leads is only an estimate.
 */
export function quoteLabel({ leads, credits }: QuoteAmounts, open: boolean): string {
  const brought = open ? `About ${formatCount(leads.expected, 'email')}` : formatCount(leads.max, 'lead')
  return `${brought} · ${credits.max === 0 ? 'free' : `up to ${formatCredits(credits.max)}`}`
}
