import { expect, test } from 'vitest'
import { register, resetPassword } from '../identity/auth.ts'
import { SingleSearch } from '../leads/list-types/single.ts'
import { createUpload, fileSizeError, imageSizeError } from './files.ts'
import { fieldErrors } from './messages.ts'

const errorsOf = (
  schema: { safeParse(value: unknown): { success: boolean; error?: unknown } } | undefined,
  value: unknown,
) => {
  const { error } = schema?.safeParse(value) ?? {}
  return error ? fieldErrors(error as Parameters<typeof fieldErrors>[0]) : {}
}

test('an empty list of domains is a required field, and a wrong type is invalid', () => {
  expect(errorsOf(SingleSearch, { domains: [] })).toEqual({ domains: 'Field is required' })
  expect(errorsOf(SingleSearch, {})).toEqual({ domains: 'Field is required' })
  for (const domains of ['acme.example', 5, { 0: 'acme.example' }])
    expect(errorsOf(SingleSearch, { domains })).toEqual({ domains: 'Type is not valid' })
  expect(errorsOf(SingleSearch, { domains: [5] })).toEqual({ 'domains.0': 'Type is not valid' })
})

test('passwords must match', () => {
  const passwords = { password: 'correct horse', password_confirmation: 'other' }
  const name = { first_name: 'Ann', email: 'ann@acme.example' }
  expect(errorsOf(register.body, { ...name, ...passwords })).toMatchObject({
    password_confirmation: 'Passwords must match',
  })
  expect(errorsOf(resetPassword.body, { token: 'a'.repeat(43), ...passwords })).toMatchObject({
    password_confirmation: 'Passwords must match',
  })
})

test('a megabyte has 1,000,000 bytes, and a missing file is valid', () => {
  expect(imageSizeError({ size: 5_000_000 })).toBeNull()
  expect(imageSizeError({ size: 5_000_001 })).toBe('Maximum allowed file size is 5mb')
  expect([imageSizeError(null), imageSizeError(undefined), fileSizeError({ size: 1 }, 1)]).toEqual([
    null,
    null,
    null,
  ])
  expect(errorsOf(createUpload.body, { name: 'a.csv', size: 20_000_000_001 })).toEqual({
    size: 'Maximum allowed file size is 20000mb',
  })
})
