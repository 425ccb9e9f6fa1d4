import { expect, test } from 'vitest'
import { setFacet } from '../../lead-data/filters/filter-edits.ts'
import { EMPTY_QUERY } from '../../lead-data/grid-query.ts'
import { mergeFacetValues } from './facet-list.ts'

test('an active value without matches stays in the list, once, with 0', () => {
  const query = setFacet(setFacet(EMPTY_QUERY, 'city', 'Salem', 'include'), 'city', 'Bend', 'exclude')
  const counted = [{ value: 'Bend', label: 'Bend', count: 3 }]
  expect(mergeFacetValues(query, 'city', counted)).toEqual([
    { value: 'Bend', label: 'Bend', count: 3 },
    { value: 'Salem', label: 'Salem', count: 0 },
  ])
})

test('active values have no number until the counts arrive', () => {
  const query = setFacet(EMPTY_QUERY, 'city', 'Salem', 'include')
  expect(mergeFacetValues(query, 'city', undefined)).toEqual([
    { value: 'Salem', label: 'Salem', count: null },
  ])
  expect(mergeFacetValues(query, 'region', undefined)).toEqual([])
})
