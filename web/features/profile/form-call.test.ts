import { expect, test } from 'vitest'
import { mailChange } from '#contract/me.ts'
import { ApiError } from '#web/lib/api.ts'
import { errorFields, failureOf, schemaErrors } from './form-call.ts'

const refusal = (fields: Record<string, string>) =>
  new ApiError({ code: 'validation_failed', message: 'Some fields are wrong', status: 422, fields })

test('the contract says what is wrong before anything is sent', () => {
  expect(schemaErrors(mailChange.body as never, { email: '' })).toEqual({ email: 'Field is required' })
  expect(schemaErrors(mailChange.body as never, { email: 'nobody' })).toEqual({
    email: 'Field must be a valid email',
  })
  expect(schemaErrors(mailChange.body as never, { email: 'a@sample.example' })).toEqual({})
})

test('a wrong code belongs to its field', () => {
  const error = new ApiError({ code: 'invalid_code', message: 'The code is wrong', status: 422 })
  expect(errorFields(error)).toEqual({ code: 'The code is wrong' })
  expect(failureOf(error, ['code'])).toBeUndefined()
  expect(failureOf(error, ['password'])).toBe('The code is wrong')
})

test('what no field shows is told once for the form', () => {
  expect(failureOf(refusal({ password: 'Wrong' }), ['password'])).toBeUndefined()
  expect(failureOf(refusal({ password: 'Wrong', other: 'Wrong too' }), ['password'])).toBe(
    'Some fields are wrong',
  )
  expect(failureOf(new ApiError({ code: 'network', message: 'No answer', status: 0 }), ['password'])).toBe(
    'No answer',
  )
  expect(failureOf(null, [])).toBeUndefined()
})
