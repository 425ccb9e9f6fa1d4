import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeTerms, prorate } from './change-rule.ts'

const START = new Date('2026-03-01T00:00:00Z')
const END = new Date('2026-03-31T00:00:00Z')
const MIDDLE = new Date('2026-03-16T00:00:00Z')
const SPAN = { start: START, end: END }
const at = { span: SPAN, now: MIDDLE, isTrial: false }
const pack = (credits: number, price: number | null, period: 'month' | 'year' = 'month') => ({
  credits,
  price_minor: price ?? 0,
  currency: price === null ? null : ('USD' as const),
  period,
})

test.each([
  ['more credits: now, full price, new cycle', pack(100, 1000), pack(500, 4000), at, 'now', true, 4000, 0],
  ['fewer credits: with the period', pack(500, 4000), pack(100, 1000), at, 'period_end', true, null, null],
  [
    'no credits any more: with the period',
    pack(500, 4000),
    pack(0, 9000),
    at,
    'period_end',
    true,
    null,
    null,
  ],
  ['without credits, up: by time', pack(0, 1000), pack(0, 3000), at, 'now', false, 1500, 500],
  ['without credits, down: by time', pack(0, 3000), pack(0, 1000), at, 'now', false, 500, 1500],
  ['without credits, to years: a new cycle', pack(0, 1000), pack(0, 9000, 'year'), at, 'now', true, 9000, 0],
  [
    'the same credits by year: with the period',
    pack(100, 1000),
    pack(1200, 9000, 'year'),
    at,
    'period_end',
    true,
    null,
    null,
  ],
  [
    'in a trial: now, free',
    pack(100, 1000),
    pack(500, 4000),
    { ...at, isTrial: true },
    'now',
    false,
    null,
    null,
  ],
  [
    'without a period: a cycle begins',
    pack(100, null),
    pack(50, 500),
    { ...at, span: null },
    'now',
    true,
    500,
    0,
  ],
] as const)(
  'a change of package is dated and charged by its rule: %s',
  (_name, from, to, when, rule, newCycle, charge, credit) => {
    expect(changeTerms(from, to, when)).toMatchObject({ rule, newCycle, charge, credit })
  },
)

test('prorated parts never exceed the price and only get smaller', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer(), fc.integer(), (price, one, other) => {
      const when = (ms: number) => prorate(price, SPAN, new Date(START.getTime() + (ms % 4e9)))
      const [early, late] = [Math.min(one % 4e9, other % 4e9), Math.max(one % 4e9, other % 4e9)]
      expect(when(early)).toBeLessThanOrEqual(price)
      expect(when(late)).toBeLessThanOrEqual(when(early))
      expect(when(late)).toBeGreaterThanOrEqual(0)
    }),
  )
  expect([prorate(999, SPAN, START), prorate(999, SPAN, END)]).toEqual([999, 0])
})
