import { expect, test } from 'vitest'
import { changeSeries, keptShares, mrrSeries, receivedSeries } from './report-series.ts'

const month = (name: string, mrr: Record<string, number>) => ({
  month: name,
  new: 2,
  churned: 1,
  churn_rate: null,
  active: 1,
  trials: 0,
  converted: 0,
  mrr,
})
const MONTHS = [month('2026-01', { USD: 500 }), month('2026-02', {})]

test('every month has a column, even without revenue', () => {
  expect(mrrSeries(MONTHS, 'USD').series[0]?.points).toEqual([500, 0])
  expect(changeSeries(MONTHS).series.map(({ points }) => points)).toEqual([
    [2, 2],
    [1, 1],
  ])
})

test('money received is what was not given back, of one currency', () => {
  const row = { payments: 1, fees: 0, received: 900, refunded: 400 }
  const received = [
    { month: '2026-02', currency: 'USD', ...row },
    { month: '2026-02', currency: 'EUR', ...row, refunded: 0 },
  ]
  expect(receivedSeries({ months: MONTHS, received }, 'USD').series[0]?.points).toEqual([0, 500])
})

test('cohort shares end with the last month so far', () => {
  expect(keptShares({ month: '2026-01', size: 4, kept: [4, 1] }, 3)).toEqual([1, 0.25, null])
})
