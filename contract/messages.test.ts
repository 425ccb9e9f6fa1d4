import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createUpload } from './files.ts'
import { SingleSearch } from './list-types/single.ts'
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
])('%s is no valid type', (_what, schema, value) => {
  expect(errorsOf(schema, value)).toEqual({ _: 'Type is not valid' })
})

test('an empty list of domains is a field that is required', () => {
  expect(errorsOf(SingleSearch, { source: 'website', domains: [] })).toEqual({ domains: 'Field is required' })
})

test('a megabyte has 1,000,000 bytes, and no file is never too large', () => {
  const body = createUpload.body as z.core.$ZodType
  expect(errorsOf(body, { name: 'a.csv', size: 20_000_000_000 })).toEqual({})
  expect(errorsOf(body, { name: 'a.csv', size: 20_000_000_001 })).toEqual({
    size: 'Maximum allowed file size is 20000mb',
  })
})
