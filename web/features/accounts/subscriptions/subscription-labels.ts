import type { AccessLevel, BillingState, HoldCause, Subscription } from '#contract/accounts/subscriptions.ts'

export const STATE_LABELS: Record<BillingState, string> = {
  incomplete: 'Incomplete',
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  paused: 'Paused',
  cancelled: 'Cancelled',
  unverified: 'Unverified',
}

export const ACCESS_LABELS: Record<AccessLevel, string> = {
  full: 'Full',
  read_only: 'Read-only',
  locked: 'Locked',
  closed: 'Closed',
}

export const HOLD_LABELS: Record<HoldCause, string> = {
  payment: 'Payment',
  reseller: 'Reseller',
  staff: 'Platform staff',
  dispute: 'Payment dispute',
  parent: 'Seller locked',
}

/** Icon and color of a billing state, as the badge state that looks alike. */
export const stateBadge = ({ state, cancel_at }: Pick<Subscription, 'state' | 'cancel_at'>) => {
  const label = cancel_at && state !== 'cancelled' ? `${STATE_LABELS[state]}, cancels` : STATE_LABELS[state]
  if (state === 'active' || state === 'trialing') return { state: 'succeeded', label }
  if (state === 'cancelled' || state === 'paused') return { state: 'cancelled', label }
  return { state: 'partly', label }
}

export const accessBadge = (access: AccessLevel) => ({
  state: access === 'full' ? 'succeeded' : access === 'read_only' ? 'partly' : 'cancelled',
  label: ACCESS_LABELS[access],
})
