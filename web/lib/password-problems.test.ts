import { expect, test } from 'vitest'
import { passwordProblems } from './password-problems.ts'

const problems = (password: string, password_confirmation: string, min = 6) =>
  passwordProblems({ password, password_confirmation }, min)

test('a password needs the minimum length of the site', () => {
  expect(problems('12345', '12345')).toEqual({ password: 'The password must be at least 6 characters' })
  expect(problems('1234567', '1234567', 10)).toEqual({
    password: 'The password must be at least 10 characters',
  })
  expect(problems('123456', '123456')).toEqual({})
})

test('both entries of a new password have to match', () => {
  expect(problems('', '')).toEqual({
    password: 'Field is required',
    password_confirmation: 'Field is required',
  })
  expect(problems('secret1', 'secret2')).toEqual({ password_confirmation: 'Passwords must match' })
})
