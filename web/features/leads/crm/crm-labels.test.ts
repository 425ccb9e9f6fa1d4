import { expect, it } from 'vitest'
import { conflictLabel, previewedCount, reasonLabel, wayLabel } from './crm-labels.ts'

it('shows the kept value when both sides have one', () => {
  const conflict = { field: 'first_name', label: 'First name', ours: 'Cat', theirs: 'Catherine' }
  expect(conflictLabel({ ...conflict, wins: 'theirs' })).toBe(
    'First name: keeps “Catherine” (list has “Cat”)',
  )
  expect(conflictLabel({ ...conflict, wins: 'ours' })).toBe(
    'First name: changes to “Cat” (CRM has “Catherine”)',
  )
})

it('counts what a push would send, without skipped leads', () => {
  expect(previewedCount({ create: 35, conflict: 1, skip: 5 })).toBe(36)
  expect(previewedCount({ skip: 3 })).toBe(0)
})

it('has labels for known codes and passes on messages of a CRM', () => {
  expect(reasonLabel('no_contact')).toBe('No email or phone')
  expect(reasonLabel('GoHighLevel rejected these values')).toBe('GoHighLevel rejected these values')
})

it('shows the end of a secret if there is one', () => {
  expect(wayLabel({ way: 'token', hint: 'abcd' })).toBe('Connected with a token ••••abcd')
  expect(wayLabel({ way: 'oauth', hint: null })).toBe('Connected')
})
