import { expect, it } from 'vitest'
import { conflictWords, reasonWords, wayWords } from './crm-words.ts'

it('says what stands where both sides have a value', () => {
  const conflict = { field: 'first_name', label: 'First name', ours: 'Cat', theirs: 'Catherine' }
  expect(conflictWords({ ...conflict, wins: 'theirs' })).toBe(
    'First name: Cat here, Catherine in the CRM, which stays',
  )
  expect(conflictWords({ ...conflict, wins: 'ours' })).toBe(
    'First name: Cat here, Catherine in the CRM, which is replaced',
  )
})

it('has words for codes and leaves what a CRM says', () => {
  expect(reasonWords('no_contact')).toBe('Neither an email nor a phone number')
  expect(reasonWords('GoHighLevel does not take these values')).toBe('GoHighLevel does not take these values')
})

it('shows the end of a secret where there is one', () => {
  expect(wayWords({ way: 'token', hint: 'abcd' })).toBe('Connected by token ••••abcd')
  expect(wayWords({ way: 'oauth', hint: null })).toBe('Connected on its own page')
})
