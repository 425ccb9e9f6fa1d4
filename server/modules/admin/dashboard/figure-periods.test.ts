import { expect, test } from 'vitest'
import { daysBetween } from '#server/platform/db/day-span.ts'
import { makeFigures } from './figure-periods.ts'

const row = (day: string, name: string, value: number, currency = '') => ({ day, name, value, currency })
const [BEFORE, DAYS] = [daysBetween('2026-01-30', '2026-01-31'), daysBetween('2026-02-01', '2026-02-02')]
const of = (name: string, rows: ReturnType<typeof row>[]) =>
  makeFigures(rows, BEFORE, DAYS).filter((figure) => figure.name === name)

test('sums of a period and of the one before', () => {
  const rows = [
    row('2026-01-30', 'searches', 1),
    row('2026-01-31', 'searches', 2),
    row('2026-02-02', 'searches', 7),
  ]
  expect(of('searches', rows)).toEqual([
    {
      name: 'searches',
      currency: null,
      value: 7,
      before: 3,
      days: [
        { day: '2026-02-01', value: 0 },
        { day: '2026-02-02', value: 7 },
      ],
    },
  ])
})

test('the level of a day is its last known value', () => {
  const rows = [row('2026-01-31', 'accounts', 4), row('2026-02-01', 'accounts', 6)]
  expect(of('accounts', rows)[0]).toMatchObject({ value: 6, before: 4 })
  expect(of('users', [])[0]).toMatchObject({ value: null, before: null })
})

test('revenue has a figure per currency, and a rate without data is unknown', () => {
  const rows = [row('2026-02-01', 'revenue', 500, 'USD'), row('2026-02-01', 'revenue', 300, 'EUR')]
  expect(of('revenue', rows).map(({ currency, value }) => [currency, value])).toEqual([
    ['EUR', 300],
    ['USD', 500],
  ])
  expect(of('hit_rate', [])[0]).toMatchObject({ value: null, before: null })
  expect(of('hit_rate', [row('2026-02-01', 'asked', 4), row('2026-02-01', 'hits', 3)])[0]?.value).toBe(0.75)
})
