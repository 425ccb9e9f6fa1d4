import { expect, it } from 'vitest'
import { storableJson, storableText } from './storable.ts'

it('removes characters that PostgreSQL rejects, at any depth', () => {
  expect(storableText('a\0b\ud83d')).toBe('ab\ufffd')
  expect(storableJson({ a: ['x\0', { b: '\udc00' }], n: 1, none: null })).toBe(
    '{"a":["x",{"b":"\ufffd"}],"n":1,"none":null}',
  )
})
