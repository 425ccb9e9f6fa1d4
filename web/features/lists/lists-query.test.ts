import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lists } from '#contract/lists.ts'
import {
  decodeListsQuery,
  EMPTY_LISTS_QUERY,
  encodeListsQuery,
  type ListsQuery,
  nextSort,
  toApiQuery,
} from './lists-query.ts'

const queries: fc.Arbitrary<ListsQuery> = fc.record({
  search: fc.oneof(
    fc.string({ maxLength: 50 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
    fc.constantFrom('12', 'null'),
  ),
  type: fc.constantFrom(null, 'local', 'people', 'single', 'influencer'),
  view: fc.constantFrom('active', 'archived', 'bin'),
  sort: fc.constantFrom('-created_at', 'created_at', 'name', '-name', '-updated_at', '-total', 'total'),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  limit: fc.constantFrom(20, 50, 100),
})

describe('saved lists in the address', () => {
  test('what is written is read back', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(decodeListsQuery(defaultParseSearch(defaultStringifySearch(encodeListsQuery(query))))).toEqual(
          query,
        )
      }),
    )
    expect(encodeListsQuery(EMPTY_LISTS_QUERY)).toEqual({})
  })

  test('any address asks the API something it accepts', () => {
    const raw = fc.dictionary(fc.constantFrom('q', 'type', 'view', 'sort', 'page', 'limit'), fc.anything())
    fc.assert(
      fc.property(raw, (values) => {
        expect(lists.query.safeParse(toApiQuery(decodeListsQuery(values))).success).toBe(true)
      }),
    )
  })

  test('a second click on a column turns its order around', () => {
    expect(nextSort('-created_at', 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'total')).toBe('-total')
    expect(nextSort('-total', 'total')).toBe('total')
  })
})
