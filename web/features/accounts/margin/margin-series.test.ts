import { expect, test } from 'vitest'
import type { MarginMonth } from '#contract/accounts/margin.ts'
import { listCurrencies, marginSeries } from './margin-series.ts'

const month = (name: string, currency: string | null, retail: number): MarginMonth => ({
  month: name,
  currency,
  credits: 10,
  received: retail,
  elsewhere: 10,
  refunds: 15,
  fees: 2,
  wholesale: 18,
  provider_cost: 0,
  margin: retail - 25,
})

test('turns months of one currency into money kept, costs and margin', () => {
  const months = [month('2026-10', 'EUR', 100), month('2026-10', null, 0), month('2026-11', 'EUR', 10)]
  expect(listCurrencies(months)).toEqual(['EUR'])
  const { columns, series } = marginSeries(months, 'EUR')
  expect(columns).toEqual(['Oct 2026', 'Nov 2026'])
  expect(series.map(({ id, points }) => [id, points])).toEqual([
    ['sold', [95, 5]],
    ['costs', [20, 20]],
    ['margin', [75, 0]],
  ])
})
