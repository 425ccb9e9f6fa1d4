import { expect, it } from 'vitest'
import { choiceLine, stateLine } from './export-emails.tsx'
import { withEmailState } from './export-leads.ts'

it('counts addresses by state, and bounced ones', () => {
  expect(stateLine({ unknown: 12, invalid: 1, valid: 212, catch_all: 40 })).toBe(
    '212 verified, 40 accept-all (may bounce), 12 unknown, 1 invalid (will bounce)',
  )
  expect(stateLine({})).toBe('')
})

it('describes the file for each choice', () => {
  const counts = { leads: 40, emails: 26, states: { unknown: 25, valid: 1 } }
  expect(choiceLine('all', counts)).toBe('26 emails, 1 verified')
  expect(choiceLine('empty', counts)).toBe('40 leads, 1 email')
  expect(choiceLine('leave_out', counts)).toBe('1 lead, 1 email')
})

it('adds the state after the address, once and only if there is an address', () => {
  expect(withEmailState(['name', 'email', 'phone'])).toEqual(['name', 'email', 'email_state', 'phone'])
  expect(withEmailState(['email_state', 'email'])).toEqual(['email_state', 'email'])
  expect(withEmailState(['name'])).toEqual(['name'])
})
