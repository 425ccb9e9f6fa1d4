import { BOUNCE_REFUND_DAYS } from '#contract/core/constants.ts'
import { formatCount, formatCredits } from '#web/lib/format.ts'

/** Results of a bounce import, as sentences. */
export function importLabels(counts: Readonly<Record<string, number>>): string[] {
  const countOfKind = (name: string): number => counts[name] ?? 0
  const rest = [
    countOfKind('repeated') > 0
      ? `${formatCount(countOfKind('repeated'), 'bounce was', 'bounces were')} already reported.`
      : '',
    countOfKind('rejected') > 0
      ? `${formatCount(countOfKind('rejected'), 'row')} had no readable address.`
      : '',
  ]
  return [
    `${formatCount(countOfKind('received'), 'row')} read: ${formatCount(countOfKind('hard'), 'hard bounce')} and ${formatCount(countOfKind('soft'), 'soft bounce')}.`,
    ...rest.filter(Boolean),
    `${formatCount(countOfKind('leads'), 'lead is', 'leads are')} now marked as invalid.`,
    countOfKind('refunded') > 0
      ? `${formatCredits(countOfKind('refunded'))} refunded to your wallet.`
      : `No refund: the addresses were verified more than ${BOUNCE_REFUND_DAYS} days ago.`,
  ]
}
