import { expect, test } from 'vitest'
import { checkLogin } from './login-check.ts'

test('uses the specified messages for missing and short values', () => {
  expect(checkLogin({ email: ' ', password: '' })).toEqual({
    email: 'Field is required',
    password: 'Field is required',
  })
  expect(checkLogin({ email: 'a@example.com', password: '12345' })).toEqual({
    password: 'The password must be at least 6 characters',
  })
  expect(checkLogin({ email: 'a@example.com', password: '123456' })).toEqual({})
})
