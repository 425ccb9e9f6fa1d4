import { expect, test } from 'vitest'
import { keyOf } from './query-client.ts'

test('options do not become part of the key', () => {
  const input = { params: { id: 1 }, signal: new AbortController().signal, quiet: true }
  expect(keyOf({ name: 'x' }, input)).toEqual(['x', { params: { id: 1 } }])
})
