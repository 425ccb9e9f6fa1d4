import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SingleSearch } from '../leads/list-types/single.ts'
import { createUpload } from './files.ts'
import { fieldErrors } from './messages.ts'

const errorsOf = (schema: z.core.$ZodType, value: unknown) => {
  const read = z.safeParse(schema, value)
  return read.success ? {} : fieldErrors(read.error)
}

test.each([
  ['a number for a text', z.string(), 5],
  ['a text for a number', z.number(), 'five'],
  ['a text for a list', z.array(z.string()), 'one'],
  ['a list for an object', z.object({}), []],
  ['a text for yes or no', z.boolean(), 'yes'],
])('%s is an invalid type', (_what, schema, value) => {
  expect(errorsOf(schema, value)).toEqual({ _: 'Type is not valid' })
})

test.each([
  ['text that is too short', z.string().check(z.minLength(3)), 'a', 'Field must be at least 3 characters'],
  ['text that is too long', z.string().check(z.maxLength(3)), 'abcd', 'Field must be max 3'],
  ['a number that is too small', z.number().check(z.minimum(3)), 1, 'Field must be min 3'],
  ['a number that is too large', z.number().check(z.maximum(3)), 5, 'Field must be max 3'],
  ['a number that is not above', z.number().check(z.gt(3)), 3, 'Field must be greater than 3'],
  ['half a number', z.int(), 1.5, 'Field must be an integer'],
  ['an empty email', z.email(), '', 'Field is required'],
  ['an empty url', z.url(), '', 'Field is required'],
  ['no email', z.email(), 'a', 'Field must be a valid email'],
])('%s gets the specified message', (_what, schema, value, sentence) => {
  expect(errorsOf(schema, value)).toEqual({ _: sentence })
})

test('an empty list of domains is a required field', () => {
  expect(errorsOf(SingleSearch, { source: 'website', domains: [] })).toEqual({ domains: 'Field is required' })
})

test('a megabyte has 1,000,000 bytes, and a missing file is never too large', () => {
  const body = createUpload.body as z.core.$ZodType
  expect(errorsOf(body, { name: 'a.csv', size: 20_000_000_000 })).toEqual({})
  expect(errorsOf(body, { name: 'a.csv', size: 20_000_000_001 })).toEqual({
    size: 'Maximum allowed file size is 20000mb',
  })
})
