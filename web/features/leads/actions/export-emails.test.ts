import { expect, it } from 'vitest'
import { stateLine } from './export-emails.tsx'

it('says how many addresses are in each state, and which of them bounce', () => {
  const counts = { unknown: 12, invalid: 1, valid: 212, catch_all: 40, null: 9 }
  expect(stateLine(new Map(Object.entries(counts)))).toBe(
    '212 verified, 40 accept-all (may bounce), 12 unknown, 1 invalid (will bounce)',
  )
  expect(stateLine(new Map())).toBe('')
})
