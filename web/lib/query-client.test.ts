import { expect, test } from 'vitest'
import { makeKey } from './query-client.ts'

test('options are not part of the key', () => {
  const input = { params: { id: 1 }, signal: new AbortController().signal, quiet: true }
  expect(makeKey({ name: 'x' }, input)).toEqual(['x', { params: { id: 1 } }])
})
