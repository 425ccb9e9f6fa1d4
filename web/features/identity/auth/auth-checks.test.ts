import { expect, test } from 'vitest'
import { emailProblem, joinProblems, registerProblems } from './auth-checks.ts'

test('an email address needs a name, an @ and a domain', () => {
  expect(emailProblem(' ')).toEqual({ email: 'Field is required' })
  for (const bad of ['a', 'a@b', 'a b@example.com', 'a@b@example.com'])
    expect(emailProblem(bad)).toEqual({ email: 'Field must be a valid email' })
  expect(emailProblem(' a.b+c@mail.example.com ')).toEqual({})
})

test('terms must be accepted only where the site has terms', () => {
  const values = { first_name: 'Ada', password: 'secret1', password_confirmation: 'secret1' }
  expect(joinProblems(values, { minPassword: 6, terms: false })).toEqual({})
  expect(joinProblems(values, { minPassword: 6, terms: true })).toEqual({ accept_terms: 'Field is required' })
  expect(joinProblems({ ...values, accept_terms: '3' }, { minPassword: 6, terms: true })).toEqual({})
})

test('registering requires name, email and password', () => {
  expect(Object.keys(registerProblems({ first_name: ' ' }, { minPassword: 6, terms: false })).sort()).toEqual(
    ['email', 'first_name', 'password', 'password_confirmation'],
  )
})
