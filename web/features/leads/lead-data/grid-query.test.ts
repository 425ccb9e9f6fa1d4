import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition, FilterGroup } from '#contract/leads/leads.ts'
import { LeadFilters } from '#contract/leads/leads.ts'
import { LIST_TYPE_IDS, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { listFields } from '#web/lib/list-fields.ts'
import { countRules, listOperators, MAX_DEPTH, needsValue } from './filters/filter-reader.ts'
import { writeColumns } from './grid-columns.ts'
import {
  EMPTY_QUERY,
  type GridQuery,
  gridSearch,
  isFiltered,
  refine,
  toLeadFilters,
  withoutFilters,
} from './grid-query.ts'
import { anyColumns } from './testing/column-arbitrary.ts'

const anyText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'))

const conditionOf = (type: ListTypeId): fc.Arbitrary<Condition> =>
  fc
    .constantFrom(...listFields(type).filter((field) => listOperators(type, field.name).length > 0))
    .chain((field) => fc.tuple(fc.constant(field), fc.constantFrom(...listOperators(type, field.name))))
    .chain(([field, operator]): fc.Arbitrary<Condition> => {
      const base = { field: field.name, operator }
      if (!needsValue(operator)) return fc.constant(base)
      if (operator === 'like' || operator === 'not like') {
        const values = fc.oneof(anyText, fc.array(anyText, { minLength: 1, maxLength: 4 }))
        return values.map((value) => ({ ...base, value }))
      }
      if (operator === 'area') {
        const areas = fc.constantFrom('circle:45.5,-122.68,3', 'circle:-90,180,0.5', 'box:170,-20,-170,20')
        return areas.map((value) => ({ ...base, value }))
      }
      const value = field.kind === 'date' ? fc.constant('2026-01-31') : fc.integer({ min: -999, max: 999 })
      return value.map((read) => ({ ...base, value: read }))
    })

const groupOf = (type: ListTypeId): fc.Arbitrary<FilterGroup> => {
  const rules = fc.array(conditionOf(type), { minLength: 1, maxLength: 3 })
  const leaf = rules.map((and): FilterGroup => ({ and }))
  return fc
    .tuple(rules, fc.array(leaf, { maxLength: 2 }))
    .map(([own, nested]) => ({ or: [...own, ...nested] }))
}

const dayText = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))

const queryOf = (type: ListTypeId): fc.Arbitrary<GridQuery> =>
  fc.record({
    search: fc.oneof(
      fc.constant(''),
      anyText,
      fc.constantFrom('123', 'null', 'true', '"x"', '[1]', '{"a":1}'),
    ),
    search_type: fc.constantFrom('contain', 'exact', 'start'),
    page: fc.integer({ min: 1, max: 1_000_000 }),
    limit: fc.constantFrom(20, 50, 100),
    sort: fc.constantFrom(null, 'name', '-name', '-added_at'),
    custom_search: fc.array(conditionOf(type), { maxLength: 4 }),
    filter: fc.option(groupOf(type)),
    startDate: fc.option(dayText),
    endDate: fc.option(dayText),
    sent: fc.constantFrom(0, 1, 2),
    withEmail: fc.constantFrom(-1, 0, 1, 2),
    view: fc.constantFrom('active', 'bin'),
    lead: fc.option(fc.integer({ min: 1 })),
    viewId: fc.option(fc.integer({ min: 1 })),
    cols: fc.oneof(
      fc.constant(''),
      anyColumns(type).map((columns) => writeColumns(type, columns)),
    ),
  })

const typeAndQuery = fc
  .constantFrom(...LIST_TYPE_IDS)
  .chain((type) => fc.tuple(fc.constant(type), queryOf(type)))

describe('grid query in the address', () => {
  test('survives a round trip through a real address', () => {
    fc.assert(
      fc.property(typeAndQuery, ([type, query]) => {
        const address = defaultStringifySearch(gridSearch(type).write(query))
        expect(gridSearch(type).read(defaultParseSearch(address))).toEqual(query)
      }),
    )
  })

  test('any address gives a query that the API accepts', () => {
    const keys = fc.constantFrom(
      'q',
      'mode',
      'page',
      'limit',
      'sort',
      'f',
      'g',
      'from',
      'to',
      'sent',
      'email',
      'view',
      'lead',
      'v',
      'cols',
    )
    const hostile = fc.dictionary(keys, fc.anything({ withNullPrototype: true }))
    fc.assert(
      fc.property(fc.constantFrom(...LIST_TYPE_IDS), hostile, (type, raw) => {
        const query = gridSearch(type).read(raw)
        expect(LeadFilters.safeParse(toLeadFilters(query)).success).toBe(true)
        expect(gridSearch(type).read(gridSearch(type).write(query))).toEqual(query)
      }),
    )
  })

  test('an address nested a thousand groups deep is cut without recursion', () => {
    let group: FilterGroup = { and: [{ field: 'name', operator: 'like', value: 'x' }] }
    for (let level = 0; level < 1000; level++) group = { and: [group] }
    expect(gridSearch('local').read({ g: group }).filter).toBeNull()
    let allowed: FilterGroup = { and: [{ field: 'name', operator: 'like', value: 'x' }] }
    for (let level = 1; level < MAX_DEPTH; level++) allowed = { or: [allowed] }
    expect(gridSearch('local').read({ g: allowed }).filter).toEqual(allowed)
  })

  test('a tree never has more than 100 rules and groups', () => {
    const rule = { field: 'name', operator: 'like', value: 'x' }
    const wide = Array.from({ length: 80 }, () => rule)
    const read = gridSearch('local').read({ g: { or: [{ and: wide }, { and: wide }] } }).filter
    // Including the two groups and the outermost one.
    expect(countRules(read)).toBe(97)
  })

  test('drops fields and operators of another list type', () => {
    const f = [
      { field: 'followers', operator: 'greater', value: 10 },
      { field: 'name', operator: 'greater', value: 10 },
      { field: 'name', operator: 'like', value: 'Ale' },
    ]
    expect(gridSearch('local').read({ f, sort: '-followers' })).toEqual({
      ...EMPTY_QUERY,
      custom_search: [{ field: 'name', operator: 'like', value: 'Ale' }],
    })
  })

  test('drops text that the database cannot store', () => {
    const f = [{ field: 'name', operator: 'like', value: 'a\0b' }]
    expect(gridSearch('local').read({ q: 'a\0b\ud800', f })).toEqual({ ...EMPTY_QUERY, search: 'ab\ufffd' })
  })

  test('drops days that do not exist', () => {
    expect(gridSearch('local').read({ from: '2026-02-30', to: '2026-02-28' })).toMatchObject({
      startDate: null,
      endDate: '2026-02-28',
    })
  })

  test('an unchanged query leaves the address empty', () => {
    expect(gridSearch('local').write(EMPTY_QUERY)).toEqual({})
  })

  test('refining returns to the first page and closes the open lead; clearing keeps sort order, columns and page size', () => {
    const base = { ...EMPTY_QUERY, page: 4, lead: 7, limit: 50, viewId: 3, cols: 'name' }
    const query = { ...base, sort: 'name', search: 'ale' }
    expect(refine(query, { withEmail: 1 })).toMatchObject({
      page: 1,
      lead: null,
      withEmail: 1,
      search: 'ale',
    })
    expect(isFiltered(query)).toBe(true)
    const cleared = withoutFilters(query)
    expect(isFiltered(cleared)).toBe(false)
    expect(cleared).toMatchObject({ limit: 50, sort: 'name', page: 1, viewId: 3, cols: 'name' })
  })
})
