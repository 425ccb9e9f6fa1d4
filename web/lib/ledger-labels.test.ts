import { expect, test } from 'vitest'
import { CREDIT_COSTS } from '#contract/core/constants.ts'
import { moveLabel, reasonLabel } from './ledger-labels.ts'

test('every kind of charge has a label, other reasons are passed on', () => {
  for (const kind of Object.keys(CREDIT_COSTS)) expect(reasonLabel(kind)).not.toContain('_')
  expect(reasonLabel('Free credits of the plan')).toBe('Free credits of the plan')
  expect(reasonLabel('toString')).toBe('toString')
})

test('names a transaction by its two books', () => {
  expect(moveLabel({ debit: 'available', credit: 'reserved' })).toBe('Reserved')
  expect(moveLabel({ debit: 'reserved', credit: 'available' })).toBe('Released')
  expect(moveLabel({ debit: 'spent', credit: 'available' })).toBe('Refunded')
  expect(moveLabel({ debit: 'available', credit: 'expired' })).toBe('Expired')
  expect(moveLabel({ debit: 'in_transit', credit: 'available' })).toBe('Received')
  expect(moveLabel({ debit: 'a', credit: 'b' })).toBe('a to b')
})
