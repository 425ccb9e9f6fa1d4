import { expect, test } from 'vitest'
import { readFragment } from './use-fragment.ts'

test('reads the fragment of a link with or without #', () => {
  const values = { email: 'a+b@example.com', code: '123456' }
  expect(readFragment('#email=a%2Bb%40example.com&code=123456')).toEqual(values)
  expect(readFragment('email=a%2Bb%40example.com&code=123456')).toEqual(values)
  expect(readFragment('')).toEqual({})
})
