import { describe, expect, test } from 'vitest'
import { LeadFilters } from '#contract/leads/leads.ts'
import {
  isSelected,
  NO_SELECTION,
  pageState,
  type Selection,
  selectedCount,
  selectSpan,
  togglePage,
  toggleRow,
  toLeadSelection,
} from './selection.ts'

const page = [11, 12, 13, 14]
const filters = LeadFilters.parse({})

describe('selection', () => {
  test('toggles rows and keeps ids of other pages', () => {
    const other: Selection = { kind: 'ids', ids: new Set([1]) }
    const selection = togglePage(toggleRow(other, 12, page), page)
    expect(selectedCount(selection, 100)).toBe(5)
    expect(selectedCount(togglePage(selection, page), 100)).toBe(1)
  })

  test('selects a range from either end', () => {
    expect(selectSpan(NO_SELECTION, { visibleIds: page, from: 2, to: 0 })).toEqual({
      kind: 'ids',
      ids: new Set([11, 12, 13]),
    })
  })

  test('selects the first N of the whole result, not of the page', () => {
    const first: Selection = { kind: 'query', first: 22 }
    expect(isSelected(first, 13, 21)).toBe(true)
    expect(isSelected(first, 13, 22)).toBe(false)
    expect(pageState(first, page, 20)).toBe('some')
    expect(selectedCount(first, 10)).toBe(10)
  })

  test('toggling a row while everything is selected starts from the rows on the page', () => {
    expect(toggleRow({ kind: 'query' }, 12, page)).toEqual({ kind: 'ids', ids: new Set([11, 13, 14]) })
  })

  test('the request names ids, or filters with a count', () => {
    expect(toLeadSelection({ kind: 'ids', ids: new Set([3]) }, filters)).toEqual({ resultIds: [3] })
    expect(toLeadSelection({ kind: 'query' }, filters)).toEqual({ filters })
    expect(toLeadSelection({ kind: 'query', first: 5 }, filters)).toEqual({ filters, first: 5 })
  })

  test('an empty page does not count as all selected', () => {
    expect(pageState(NO_SELECTION, [], 0)).toBe('none')
  })
})
