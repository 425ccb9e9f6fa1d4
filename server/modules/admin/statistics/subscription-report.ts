import type {
  Cohort,
  ReportMonth,
  SubscriptionReport,
} from '#contract/admin/statistics/subscription-report.ts'

/** Subscriptions of the same months, state and currency. */
export interface SubscriptionGroup {
  start_month: string
  /** Month of the first payment, after the trial. Null while the trial continues. */
  paid_month: string | null
  end_month: string | null
  had_trial: boolean
  state: string
  cancels: boolean
  currency: string
  count: number
  /** Monthly price in minor units, in total. */
  monthly: number
}

function monthAfter(month: string, n: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + n, 1)).toISOString().slice(0, 7)
}

/** The last `n` months including this one, oldest first. */
export const monthsUpTo = (current: string, n: number): string[] =>
  Array.from({ length: n }, (_, at) => monthAfter(current, at + 1 - n))

const total = (groups: readonly SubscriptionGroup[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)
/** Paid at the end of a month. */
const isPaidAt = (month: string) => (group: SubscriptionGroup) =>
  group.paid_month !== null &&
  group.paid_month <= month &&
  (group.end_month === null || group.end_month > month)

/** A subscription that is currently unpaid is not recurring revenue of the current month. */
const NOT_RECURRING = new Set(['paused', 'incomplete', 'unverified'])

function makeMonth(groups: readonly SubscriptionGroup[], month: string, isCurrent: boolean): ReportMonth {
  const count = (matches: (row: SubscriptionGroup) => boolean) => total(groups.filter(matches))
  const active = groups.filter(isPaidAt(month))
  const atStart = count(isPaidAt(monthAfter(month, -1)))
  const churned = count(({ paid_month, end_month }) => paid_month !== null && end_month === month)
  const mrr: Record<string, number> = {}
  for (const { currency, monthly, state } of active)
    if (!isCurrent || !NOT_RECURRING.has(state)) mrr[currency] = (mrr[currency] ?? 0) + monthly
  return {
    month,
    new: count(({ paid_month }) => paid_month === month),
    churned,
    churn_rate: atStart === 0 ? null : churned / atStart,
    active: total(active),
    trials: count(({ had_trial, start_month }) => had_trial && start_month === month),
    converted: count(({ had_trial, paid_month }) => had_trial && paid_month === month),
    mrr: Object.fromEntries(Object.entries(mrr).map(([currency, sum]) => [currency, Math.round(sum)])),
  }
}

function makeCohort(groups: readonly SubscriptionGroup[], month: string, current: string): Cohort {
  const own = groups.filter(({ paid_month }) => paid_month === month)
  const retained: number[] = []
  for (let at = month; at <= current; at = monthAfter(at, 1))
    retained.push(total(own.filter(({ end_month }) => end_month === null || end_month > at)))
  return { month, size: total(own), kept: retained }
}

/** Paid subscriptions month by month. */
export function makeReport(
  groups: readonly SubscriptionGroup[],
  { current, months }: { current: string; months: number },
): SubscriptionReport {
  const shown = monthsUpTo(current, months)
  const living = groups.filter(({ end_month }) => end_month === null)
  const inState = (...states: string[]) => total(living.filter(({ state }) => states.includes(state)))
  return {
    currencies: [...new Set(groups.map(({ currency }) => currency))].sort(),
    now: {
      active: inState('active'),
      trialing: inState('trialing'),
      past_due: inState('past_due', 'unpaid'),
      paused: inState('paused'),
      cancelling: total(living.filter(({ cancels }) => cancels)),
    },
    months: shown.map((month) => makeMonth(groups, month, month === current)),
    cohorts: shown.map((month) => makeCohort(groups, month, current)).filter(({ size }) => size > 0),
  }
}
