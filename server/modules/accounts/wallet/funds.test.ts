import { expect, test } from 'vitest'
import { type Funds, refusal, spendable } from './funds.ts'

const funds = (available: number, left: number | null): Funds => ({
  available,
  cap: left === null ? null : { monthly: 100, spent: 100 - left, left },
})

test.each([
  [50, null, 50],
  [50, 20, 20],
  [50, 80, 50],
  [50, 0, 0],
  [0, 20, 0],
  [0, null, 0],
])('%j in the wallet and %j left of the cap allow %j', (available, left, max) => {
  expect(spendable(funds(available, left))).toBe(max)
})

test.each<[amount: number, available: number, left: number | null, code: string | undefined]>([
  [10, 10, null, undefined],
  [10, 10, 10, undefined],
  [0, 0, 0, undefined],
  [11, 10, null, 'insufficient_credits'],
  [11, 10, 50, 'insufficient_credits'],
  [11, 10, 10, 'insufficient_credits'],
  [11, 50, 10, 'credit_cap_reached'],
  [60, 50, 10, 'credit_cap_reached'],
  [60, 10, 50, 'insufficient_credits'],
])('holding %j of %j with %j left answers %j', (amount, available, left, code) => {
  expect(refusal(funds(available, left), { amount, unitCost: 1 })?.code).toBe(code)
})

test('a refusal says how many leads the credits cover', () => {
  const details = (available: number, left: number, unitCost: number) =>
    refusal(funds(available, left), { amount: 90, unitCost })?.details
  expect(details(50, 20, 3)).toEqual({ needed: 90, cap: 100, spent: 80, left: 20, affordable: 6 })
  expect(details(20, 50, 3)).toEqual({ needed: 90, available: 20, affordable: 6 })
  expect(details(50, 20, 0)).toMatchObject({ affordable: 0 })
})
