import { expect, test } from 'vitest'
import type { FilterGroup } from '#contract/leads/leads.ts'
import type { Service } from '#contract/leads/services.ts'
import { EMPTY_QUERY, type GridQuery } from '../grid-query.ts'
import { filterChips } from './filter-edits.ts'
import { readGroup } from './filter-reader.ts'
import { neededService, serviceOfRule, setNeeds, whyService } from './needs.ts'

const WEB: Service = {
  id: 7,
  name: 'Web design',
  template: null,
  signals: [
    { signal: 'not_mobile', is: 'yes' },
    { signal: 'technology', is: 'Wix' },
  ],
}
const HIRING: Service = {
  id: 8,
  name: 'Recruiting',
  template: null,
  signals: [{ signal: 'hiring', is: 'yes' }],
}
const ALL = [WEB, HIRING]
const city = { field: 'city', operator: 'like' as const, value: 'Portland' }
const withFilter = (filter: FilterGroup | null, sort: string | null = null): GridQuery => ({
  ...EMPTY_QUERY,
  filter,
  sort,
})

test('choosing a service filters and sorts by it, and keeps other conditions', () => {
  const chosen = setNeeds('local', withFilter({ and: [city] }, 'name'), WEB, ALL)
  expect(chosen).toMatchObject({ sort: '-why:7', page: 1 })
  expect(chosen.filter?.and?.[0]).toEqual(city)
  expect(neededService('local', chosen, ALL)).toBe(WEB)
  expect(whyService('local', chosen, ALL)).toBe(7)
  const other = setNeeds('local', chosen, HIRING, ALL)
  expect(other.filter?.and).toHaveLength(2)
  expect(neededService('local', other, ALL)).toBe(HIRING)
  expect(setNeeds('local', other, null, ALL)).toMatchObject({ filter: { and: [city] }, sort: null })
})

test.each(ALL)('the filter of $name is known again when it comes from an address', (service) => {
  const { filter } = setNeeds('local', EMPTY_QUERY, service, ALL)
  const read = withFilter(readGroup('local', JSON.parse(JSON.stringify(filter))))
  expect(neededService('local', read, ALL)).toBe(service)
  expect(setNeeds('local', read, null, ALL).filter).toBeNull()
})

test('alternatives beside the service stay', () => {
  const or = [city, { ...city, value: 'Salem' }]
  const chosen = setNeeds('local', withFilter({ or }), WEB, ALL)
  expect(setNeeds('local', chosen, null, ALL).filter).toEqual({ or })
})

test('a chip names the service instead of its conditions', () => {
  const chosen = setNeeds('local', EMPTY_QUERY, WEB, ALL)
  const named = filterChips(
    'local',
    chosen,
    (_field, value) => value,
    (rule) => {
      const service = serviceOfRule('local', rule, ALL)
      return service && `Needs: ${service.name}`
    },
  )
  expect(named.map(({ text }) => text)).toEqual(['Needs: Web design'])
  expect(named[0]?.without.filter).toBeNull()
})

test('an order by a service that is gone shows the reasons of all', () => {
  expect(whyService('local', withFilter(null, '-why:8'), ALL)).toBe(8)
  expect(whyService('local', withFilter(null, '-why:9'), ALL)).toBe('all')
  expect(whyService('local', withFilter(null, 'name'), ALL)).toBe('all')
})
