import { expect, it } from 'vitest'
import { conflictLabel, previewedCount, reasonLabel, wayLabel } from './crm-labels.ts'

it('says what stands where both sides have a value', () => {
  const conflict = { field: 'first_name', label: 'First name', ours: 'Cat', theirs: 'Catherine' }
  expect(conflictLabel({ ...conflict, wins: 'theirs' })).toBe(
    'First name: keeps “Catherine” (list has “Cat”)',
  )
  expect(conflictLabel({ ...conflict, wins: 'ours' })).toBe(
    'First name: changes to “Cat” (CRM has “Catherine”)',
  )
})

it('counts what a push would send: everything but what it skips', () => {
  expect(previewedCount({ create: 35, conflict: 1, skip: 5 })).toBe(36)
  expect(previewedCount({ skip: 3 })).toBe(0)
})

it('has words for codes and leaves what a CRM says', () => {
  expect(reasonLabel('no_contact')).toBe('No email or phone')
  expect(reasonLabel('GoHighLevel rejected these values')).toBe('GoHighLevel rejected these values')
})

it('shows the end of a secret where there is one', () => {
  expect(wayLabel({ way: 'token', hint: 'abcd' })).toBe('Connected with a token ••••abcd')
  expect(wayLabel({ way: 'oauth', hint: null })).toBe('Connected')
})
