import { expect, test } from 'vitest'
import { makeReport, monthsUpTo, type SubscriptionGroup } from './subscription-report.ts'

const group = (overrides: Partial<SubscriptionGroup>): SubscriptionGroup => ({
  start_month: '2026-01',
  paid_month: '2026-01',
  end_month: null,
  had_trial: false,
  state: 'active',
  cancels: false,
  currency: 'USD',
  count: 1,
  monthly: 1000,
  ...overrides,
})
const GROUPS = [
  group({ count: 3, monthly: 3000 }),
  group({ end_month: '2026-03', state: 'cancelled', monthly: 500 }),
  group({ start_month: '2026-02', paid_month: '2026-03', had_trial: true, currency: 'EUR' }),
  group({ start_month: '2026-03', paid_month: null, had_trial: true, state: 'trialing' }),
  group({ start_month: '2026-02', paid_month: '2026-02', state: 'paused', monthly: 700 }),
]
const report = makeReport(GROUPS, { current: '2026-03', months: 3 })

test('the months of a report go on across a year’s end', () => {
  expect(monthsUpTo('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
})

test('new, churned and recurring revenue month by month', () => {
  expect(report.months).toMatchObject([
    { month: '2026-01', new: 4, churned: 0, churn_rate: null, active: 4, mrr: { USD: 3500 } },
    { month: '2026-02', new: 1, churned: 0, churn_rate: 0, active: 5, trials: 1, mrr: { USD: 4200 } },
    { month: '2026-03', new: 1, churned: 1, churn_rate: 0.2, active: 5, trials: 1, converted: 1 },
  ])
  // Paused subscriptions are not recurring.
  expect(report.months[2]?.mrr).toEqual({ USD: 3000, EUR: 1000 })
})

test('current states, and cohorts with their retention', () => {
  expect(report.now).toEqual({ active: 4, trialing: 1, past_due: 0, paused: 1, cancelling: 0 })
  expect(report.currencies).toEqual(['EUR', 'USD'])
  expect(report.cohorts).toEqual([
    { month: '2026-01', size: 4, kept: [4, 4, 3] },
    { month: '2026-02', size: 1, kept: [1, 1] },
    { month: '2026-03', size: 1, kept: [1] },
  ])
})
