import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { type Words, wordFor } from '#contract/core/plural.ts'
import { ApiError } from './api.ts'
import { formatCredits, formatNumber } from './format.ts'
import { useIntentKey } from './use-intent-key.ts'

interface Price {
  credits: { max: number }
  available: number
}

/** Credits at which the run stops for lack of credits; null if the wallet covers all of it. */
export const stopAt = ({ credits, available }: Price): number | null =>
  credits.max > available ? Math.max(0, available) : null

/** What starting agrees to: the quote shown, and the maximum cost if the wallet has less. */
export function agreedPrice(quote: Price & { id: number }) {
  const stop = stopAt(quote)
  return { quote_id: quote.id, ...(stop !== null && { max_cost: stop }) }
}

/** Label of the start button with the maximum cost. */
export function priceLabel(what: string, quote: Price, purpose = ''): string {
  const stop = stopAt(quote)
  if (stop === 0) return 'No credits left'
  if (stop !== null) return `Start and stop at ${formatCredits(stop)}`
  return quote.credits.max === 0
    ? `${what} · free`
    : `${what} · up to ${formatCredits(quote.credits.max)}${purpose}`
}

/** Skipped leads, one line per reason, the most frequent first. */
export const countsByReason = (skipped: Record<string, number>, labels: Record<string, Words>): string[] =>
  Object.entries(skipped)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(
      ([reason, count]) =>
        `${formatNumber(count)} ${wordFor(count, labels[reason] ?? reason.replaceAll('_', ' '))}`,
    )

/**
 * Starts quoted work once, however often the button is pressed. If the quote has expired, nothing starts and
 * the new price is shown.
 */
export function useQuotedStart<Input, Answer>(
  quote: Pick<Endpoint, 'name'>,
  start: (input: Input, keyFor: (intentOf: unknown) => string) => Promise<Answer>,
  onStarted?: (answer: Answer) => void,
) {
  const client = useQueryClient()
  const intent = useIntentKey()
  return useMutation({
    mutationFn: (input: Input) => start(input, intent.keyFor),
    onSuccess: (answer) => {
      intent.forget()
      onStarted?.(answer)
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'quote_expired') return
      void client.invalidateQueries({ queryKey: [quote.name] })
    },
  })
}
