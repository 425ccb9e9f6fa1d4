import { expect, test } from 'vitest'
import { hasValidIds, readId } from './path-id.ts'

test.each([
  ['12', 12],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', undefined],
  ['NaN', undefined],
  ['undefined', undefined],
  ['0', undefined],
  ['012', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['', undefined],
])('%s as an id of an address', (text, id) => {
  expect(readId(text)).toBe(id)
})

test('only ids are checked among the parameters of an address', () => {
  expect(hasValidIds({ id: '12', pageId: '3', guide: 'credits', listRef: 'local-12' })).toBe(true)
  expect(hasValidIds({ id: 'NaN' })).toBe(false)
  expect(hasValidIds({ id: '12', pageId: 'NaN' })).toBe(false)
})
