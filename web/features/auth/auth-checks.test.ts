import { expect, test } from 'vitest'
import { emailProblem, joinProblems, passwordProblem, registerProblems } from './auth-checks.ts'

test('an address needs a name, an at and a domain', () => {
  expect(emailProblem(' ')).toEqual({ email: 'Field is required' })
  for (const bad of ['a', 'a@b', 'a b@example.com', 'a@b@example.com'])
    expect(emailProblem(bad)).toEqual({ email: 'Field must be a valid email' })
  expect(emailProblem(' a.b+c@mail.example.com ')).toEqual({})
})

test('a password is at least as long as the site wants', () => {
  expect(passwordProblem('', 6)).toEqual({ password: 'Field is required' })
  expect(passwordProblem('12345', 6)).toEqual({ password: 'The password must be at least 6 characters' })
  expect(passwordProblem('1234567', 10)).toEqual({ password: 'The password must be at least 10 characters' })
  expect(passwordProblem('123456', 6)).toEqual({})
})

test('terms have to be accepted only where the site has some', () => {
  const values = { first_name: 'Ada', password: 'secret1' }
  expect(joinProblems(values, { minPassword: 6, terms: false })).toEqual({})
  expect(Object.keys(joinProblems(values, { minPassword: 6, terms: true }))).toEqual(['accept_terms'])
  expect(joinProblems({ ...values, accept_terms: '3' }, { minPassword: 6, terms: true })).toEqual({})
})

test('registering needs name, address and password', () => {
  expect(Object.keys(registerProblems({ first_name: ' ' }, { minPassword: 6, terms: false })).sort()).toEqual(
    ['email', 'first_name', 'password'],
  )
})
