import { expect, test } from 'vitest'
import { namedErrors, withLabel } from './named-errors.ts'

test('what is wrong names its field and says what to do; what has no better words keeps the contract’s', () => {
  expect(
    namedErrors({
      first_name: 'Field is required',
      owner_email: 'Field must be a valid email',
      account_name: 'Field must be at most 100 characters',
      something: 'Field is required',
      domain: 'This domain is taken',
    }),
  ).toEqual({
    first_name: 'Enter your first name',
    owner_email: 'Enter a valid email address',
    account_name: 'Account name must be at most 100 characters',
    something: 'Field is required',
    domain: 'This domain is taken',
  })
  expect(withLabel('Field must be max 500', 'Radius')).toBe('Radius must be max 500')
})
