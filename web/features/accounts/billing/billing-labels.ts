import type { CreditRequest } from '#contract/accounts/billing.ts'

/** States of a request in words. */
export const STATE_LABELS: Record<CreditRequest['state'], string> = {
  open: 'Open',
  done: 'Granted',
  declined: 'Declined',
}

const localDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The last 30 days, today included, as days of the reader's calendar. */
export function lastMonth(today: Date): { from: string; to: string } {
  const from = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 29)
  return { from: localDay(from), to: localDay(today) }
}
