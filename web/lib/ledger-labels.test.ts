import { expect, test } from 'vitest'
import { CREDIT_COSTS } from '#contract/core/constants.ts'
import { moveWord, reasonLabel } from './ledger-labels.ts'

test('every kind of charge has a label, other reasons are passed on', () => {
  for (const kind of Object.keys(CREDIT_COSTS)) expect(reasonLabel(kind)).not.toContain('_')
  expect(reasonLabel('Free credits of the plan')).toBe('Free credits of the plan')
  expect(reasonLabel('toString')).toBe('toString')
})

test('names a transaction by its two books', () => {
  expect(moveWord({ debit: 'available', credit: 'reserved' })).toBe('Reserved')
  expect(moveWord({ debit: 'reserved', credit: 'available' })).toBe('Released')
  expect(moveWord({ debit: 'spent', credit: 'available' })).toBe('Refunded')
  expect(moveWord({ debit: 'available', credit: 'expired' })).toBe('Expired')
  expect(moveWord({ debit: 'in_transit', credit: 'available' })).toBe('Received')
  expect(moveWord({ debit: 'a', credit: 'b' })).toBe('a to b')
})
