import { describe, expect, test } from 'vitest'
import { EMPTY_QUERY, type GridQuery, isFiltered } from '../grid-query.ts'
import {
  activeCount,
  countParts,
  describeCondition,
  facetMode,
  filterChips,
  setFacet,
} from './filter-edits.ts'

const asIs = (_field: string, value: string) => value

describe('facet values', () => {
  test('included values of one field are alternatives in one condition', () => {
    const filtered = setFacet(EMPTY_QUERY, 'city', 'Portland', 'include')
    const two = setFacet(filtered, 'city', 'Salem', 'include')
    expect(two.custom_search).toEqual([{ field: 'city', operator: 'like', value: ['Portland', 'Salem'] }])
    expect(facetMode(two, 'city', 'Salem')).toBe('include')
    expect(activeCount(two, 'city')).toBe(2)
  })

  test('a value is either included or excluded', () => {
    const included = setFacet(EMPTY_QUERY, 'city', 'Portland', 'include')
    const excluded = setFacet(included, 'city', 'Portland', 'exclude')
    expect(excluded.custom_search).toEqual([{ field: 'city', operator: 'not like', value: ['Portland'] }])
    expect(setFacet(excluded, 'city', 'Portland', 'off').custom_search).toEqual([])
  })

  test('"no value" and included values replace each other', () => {
    const absent = setFacet(setFacet(EMPTY_QUERY, 'city', 'Salem', 'include'), 'city', null, 'include')
    expect(absent.custom_search).toEqual([{ field: 'city', operator: 'empty' }])
    expect(setFacet(absent, 'city', 'Salem', 'include').custom_search).toEqual([
      { field: 'city', operator: 'like', value: ['Salem'] },
    ])
  })

  test('a text condition entered manually on the same field is kept', () => {
    const query: GridQuery = {
      ...EMPTY_QUERY,
      custom_search: [{ field: 'city', operator: 'like', value: 'land' }],
    }
    const changed = setFacet(setFacet(query, 'city', 'Salem', 'include'), 'city', 'Salem', 'off')
    expect(changed.custom_search).toEqual(query.custom_search)
    expect(facetMode(query, 'city', 'land')).toBe('off')
  })

  test('a change returns to the first page', () => {
    expect(setFacet({ ...EMPTY_QUERY, page: 9 }, 'city', 'Salem', 'include').page).toBe(1)
  })
})

describe('chips', () => {
  const busy: GridQuery = {
    ...EMPTY_QUERY,
    search: 'ale',
    search_type: 'exact',
    withEmail: 1,
    sent: 2,
    startDate: '2026-01-01',
    endDate: '2026-01-31',
    custom_search: [
      { field: 'city', operator: 'like', value: ['Portland', 'Salem', 'Bend', 'Astoria', 'Eugene'] },
      { field: 'email', operator: 'is_verified' },
      { field: 'added_at', operator: 'greater', value: '2026-01-05' },
    ],
    filter: {
      or: [{ field: 'name', operator: 'like', value: 'x' }, { and: [{ field: 'phone', operator: 'empty' }] }],
    },
  }

  test('every filter has a chip, and removing them one by one leaves none', () => {
    expect(filterChips('local', busy, asIs).map((chip) => chip.text)).toEqual([
      '“ale”',
      'Email: found',
      'Not sent',
      'Added from 2026-01-01',
      'Added until 2026-01-31',
      'City: Portland or Salem or Bend or 2 more',
      'Email is verified',
      'Added is after 2026-01-05',
      'Name contains x or (Phone is empty)',
    ])
    let query = busy
    while (isFiltered(query)) {
      const [chip] = filterChips('local', query, asIs)
      expect(chip).toBeDefined()
      query = chip!.without
    }
    expect(query).toEqual(EMPTY_QUERY)
  })

  test('conditions that must all match have their own chips', () => {
    const [name, phone] = [
      { field: 'name', operator: 'like' as const, value: 'x' },
      { field: 'phone', operator: 'empty' as const },
    ]
    const either = { or: [name, phone] }
    const chips = filterChips('local', { ...EMPTY_QUERY, filter: { and: [name, phone, either] } }, asIs)
    expect(chips.map(({ text }) => text)).toEqual([
      'Name contains x',
      'Phone is empty',
      'Name contains x or Phone is empty',
    ])
    expect(chips.map(({ without }) => without.filter)).toEqual([
      { and: [phone, either] },
      { and: [name, either] },
      { and: [name, phone] },
    ])
  })

  test('shows labels for coded values', () => {
    const label = (_field: string, value: string) => (value === 'craft/brewery' ? 'Brewery' : value)
    const condition = { field: 'category', operator: 'not like', value: ['craft/brewery'] } as const
    expect(describeCondition('local', { ...condition, value: [...condition.value] }, label)).toBe(
      'Category: not Brewery',
    )
  })
})

test('a filter counts as many parts as it has chips', () => {
  const [city, name, site] = ['city', 'name', 'website'].map((field) => ({
    field,
    operator: 'not empty' as const,
  }))
  const filter = { and: [city!], or: [name!, site!] }
  expect(countParts(filter)).toBe(2)
  expect(filterChips('local', { ...EMPTY_QUERY, filter }, (_field, value) => value)).toHaveLength(2)
  expect(countParts(null)).toBe(0)
})
