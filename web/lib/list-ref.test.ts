import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIST_TYPE_NAMES, LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { listRef, parseListRef, setListTypes } from './list-ref.ts'

beforeAll(() =>
  setListTypes(
    Object.values(LIST_TYPES).map(({ id, searchCode }) => ({ type: id, search_code: searchCode })),
  ),
)
afterAll(() => setListTypes([]))

test('every type name of the contract identifies a list', () => {
  for (const label of LIST_TYPE_NAMES) expect(parseListRef(`${label}-12`)?.id).toBe(12)
  expect(parseListRef('industry-3')).toEqual({ type: 'local', id: 3 })
  expect(parseListRef(listRef('people', 7))).toEqual({ type: 'people', id: 7 })
})

test.each([
  '',
  'local',
  'local-',
  'local-0',
  'local-1x',
  'local--1',
  'other-1',
  'toString-1',
  'local-99999999999999999',
])('%j is no list address', (text) => {
  expect(parseListRef(text)).toBeUndefined()
})
