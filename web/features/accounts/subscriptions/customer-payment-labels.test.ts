import { expect, test } from 'vitest'
import { refundable } from './customer-payment-labels.ts'

test('a disputed payment cannot be refunded, a paid one can be in part', () => {
  const payment = (state: string, refunded_minor = 0) =>
    ({ amount_minor: 4900, refunded_minor, state }) as Parameters<typeof refundable>[0]
  expect(refundable(payment('paid'))).toBe(4900)
  expect(refundable(payment('partly_refunded', 900))).toBe(4000)
  expect(refundable(payment('disputed'))).toBe(0)
})
