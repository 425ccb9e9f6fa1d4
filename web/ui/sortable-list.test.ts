import { expect, test } from 'vitest'
import { movedTo } from './sortable-list.tsx'

test('a row moves within the list, and not beyond its ends', () => {
  expect(movedTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
  expect(movedTo(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
})
