import { expect, test } from 'vitest'
import { formatPhone } from './phone-plans.ts'

test.each([
  ['+493012345678', '+49 30 12345678'],
  ['+442079460123', '+44 20 7946 0123'],
  ['+33142685300', '+33 1 42 68 53 00'],
  ['+99', '+99'],
  ['030 123', '030 123'],
])('%s is formatted as %s', (value, expected) => {
  expect(formatPhone(value)).toBe(expected)
})
