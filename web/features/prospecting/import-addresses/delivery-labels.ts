import type { ReceivedDelivery, RowResult } from '#contract/prospecting/import-addresses.ts'
import { formatNumber } from '#web/lib/format.ts'

export const RESULT_LABELS: Record<RowResult, string> = {
  added: 'new lead',
  joined: 'joined a lead',
  suppressed: 'on the suppression list, not kept',
  refused: 'no lead',
}

/** `2 new, 1 joined`. */
export function describeCounts({ added, joined, suppressed, refused }: ReceivedDelivery): string {
  const parts = [
    added > 0 && `${formatNumber(added)} new`,
    joined > 0 && `${formatNumber(joined)} joined`,
    suppressed > 0 && `${formatNumber(suppressed)} suppressed`,
    refused > 0 && `${formatNumber(refused)} refused`,
  ].filter(Boolean)
  return parts.join(', ') || 'No rows'
}
