import { BOUNCE_REFUND_DAYS } from '#contract/core/constants.ts'
import { formatCount, formatCredits } from '#web/lib/format.ts'

/** Results of a bounce import, as sentences. */
export function importLabels(counts: Readonly<Record<string, number>>): string[] {
  const of = (name: string): number => counts[name] ?? 0
  const rest = [
    of('repeated') > 0
      ? `${formatCount(of('repeated'), 'bounce was', 'bounces were')} already reported.`
      : '',
    of('rejected') > 0 ? `${formatCount(of('rejected'), 'row')} had no readable address.` : '',
  ]
  return [
    `${formatCount(of('received'), 'row')} read: ${formatCount(of('hard'), 'hard bounce')} and ${formatCount(of('soft'), 'soft bounce')}.`,
    ...rest.filter(Boolean),
    `${formatCount(of('leads'), 'lead is', 'leads are')} now marked as invalid.`,
    of('refunded') > 0
      ? `${formatCredits(of('refunded'))} refunded to your wallet.`
      : `No refund: the addresses were verified more than ${BOUNCE_REFUND_DAYS} days ago.`,
  ]
}
