import type { AccessLevel, BillingState } from '#contract/accounts/subscriptions.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findHolds, type HoldRow } from './access-store.ts'
import { findCurrent } from './subscriptions-store.ts'

const formatDay = (moment: Date): string =>
  moment.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** What customers of a seller that is no longer active are told, before and from the day of its effect. */
export const sellerGone = (startsAt: Date | null): string =>
  startsAt
    ? `Your provider is no longer active. From ${formatDay(startsAt)} on you can view and export data, but not change or spend anything`
    : 'Your provider is no longer active. You can view and export everything, but not change or spend anything'

const BILLING: Partial<Record<BillingState, string>> = {
  incomplete: 'The first payment is still missing',
  unpaid: 'A payment is overdue. Your data is kept; pay it to continue',
  paused: 'Your subscription is paused. Your data is kept; ask your provider to resume it',
  cancelled: 'Your subscription has ended. Your data is kept for now. Choose a package to continue',
  unverified: 'Your payment can’t be verified right now. Ask your provider',
}

const pastDue = (since: Date | null): string =>
  `Payment overdue${since ? ` since ${formatDay(since)}` : ''}. Pay now to continue`

const holdLine = ({ cause, reason, starts_at }: HoldRow, now: Date): string => {
  if (cause === 'parent') return sellerGone(starts_at > now ? starts_at : null)
  if (cause === 'payment') return 'A payment failed. Pay it to continue'
  if (cause === 'dispute') return 'A payment is in dispute. You can view and export data until it is settled'
  return `Your account is on hold: ${reason}`
}

/** Why an account is not fully accessible, or soon will not be; null otherwise. */
export async function describeAccess(
  db: Db,
  { id, access }: { id: number; access: Exclude<AccessLevel, 'closed'> },
  now: Date,
): Promise<string | null> {
  const holds = await findHolds(db, id)
  if (access === 'full' && holds.length === 0) return null
  const row = await findCurrent(db, id)
  const billing =
    row?.state === 'past_due' ? pastDue(row.past_due_since) : row && access !== 'full' && BILLING[row.state]
  const lines = [...(billing ? [billing] : []), ...holds.map((hold) => holdLine(hold, now))]
  return lines.length > 0 ? lines.join('. ') : null
}
