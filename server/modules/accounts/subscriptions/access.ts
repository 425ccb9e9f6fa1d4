import type { AccessLevel, AccessPolicy, BillingState, HoldCause } from '#contract/accounts/subscriptions.ts'

export interface AccessFacts {
  state: BillingState
  pastDueSince: Date | null
  /** The end of what has been paid. */
  periodEnd: Date | null
  policy: AccessPolicy
  holds: readonly { cause: HoldCause; startsAt: Date }[]
  isClosed: boolean
}

export interface AccessDecision {
  access: AccessLevel
  /** When it changes with time alone; null when it does not. */
  checkAt: Date | null
}

/** Default policy of sellers. */
export const DEFAULT_POLICY: AccessPolicy = { read_only_after_days: 7, locked_after_days: 21 }

const DAY_MS = 24 * 60 * 60_000
const SEVERITY: Record<AccessLevel, number> = { full: 0, read_only: 1, locked: 2, closed: 3 }

const HOLD_ACCESS: Record<HoldCause, AccessLevel> = {
  payment: 'locked',
  reseller: 'locked',
  staff: 'locked',
  dispute: 'read_only',
  parent: 'read_only',
}

const BILLING_ACCESS: Record<Exclude<BillingState, 'past_due' | 'unverified'>, AccessLevel> = {
  incomplete: 'locked',
  trialing: 'full',
  active: 'full',
  unpaid: 'locked',
  paused: 'locked',
  cancelled: 'locked',
}

/** Levels with their start times, the first one immediately. */
type Steps = readonly (readonly [from: number, access: AccessLevel])[]

function billingSteps({ state, pastDueSince, periodEnd, policy }: AccessFacts): Steps {
  if (state === 'past_due') {
    const since = pastDueSince?.getTime() ?? 0
    return [
      [-Infinity, 'full'],
      [since + policy.read_only_after_days * DAY_MS, 'read_only'],
      [since + policy.locked_after_days * DAY_MS, 'locked'],
    ]
  }
  // The payment vendor's later state is unknown: paid periods count.
  if (state === 'unverified')
    return periodEnd
      ? [
          [-Infinity, 'full'],
          [periodEnd.getTime(), 'read_only'],
        ]
      : [[-Infinity, 'full']]
  return [[-Infinity, BILLING_ACCESS[state]]]
}

/** An account's current access, from billing state, the seller's policy and holds. Pure. */
export function decideAccess(facts: AccessFacts, now: Date): AccessDecision {
  if (facts.isClosed) return { access: 'closed', checkAt: null }
  const holds = facts.holds.map(({ cause, startsAt }): Steps => [[startsAt.getTime(), HOLD_ACCESS[cause]]])
  const steps = [...billingSteps(facts), ...holds.flat()]
  const started = steps.filter(([from]) => from <= now.getTime())
  const coming = steps.filter(([from]) => from > now.getTime()).map(([from]) => from)
  const access = started.reduce<AccessLevel>(
    (worst, [, level]) => (SEVERITY[level] > SEVERITY[worst] ? level : worst),
    'full',
  )
  return { access, checkAt: coming.length > 0 ? new Date(Math.min(...coming)) : null }
}
