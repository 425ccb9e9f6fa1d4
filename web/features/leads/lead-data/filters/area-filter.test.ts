import { expect, it } from 'vitest'
import type { Area } from '#contract/leads/area.ts'
import { distanceLabel } from '#web/lib/distance.ts'
import { EMPTY_QUERY, gridSearch, toLeadFilters } from '../grid-query.ts'
import { areaLabel, areaText, hasMap, withArea } from './area-filter.ts'
import { filterChips } from './filter-edits.ts'

const CIRCLE: Area = { kind: 'circle', lat: 45.523064, lon: -122.676483, km: 3 }
const BOX: Area = { kind: 'box', west: 170, south: -20, east: -170, north: 20 }
const label = (_field: string, value: string) => value

it('an area is a single filter: a second area replaces the first', () => {
  const city = { field: 'city', operator: 'like' as const, value: ['Portland'] }
  const once = withArea('local', { ...EMPTY_QUERY, page: 4, custom_search: [city] }, CIRCLE)
  expect(once).toMatchObject({
    page: 1,
    custom_search: [city, { field: 'lat', operator: 'area', value: 'circle:45.52306,-122.67648,3' }],
  })
  const twice = withArea('local', once, BOX)
  expect(areaText(twice)).toBe('box:170,-20,-170,20')
  expect(twice.custom_search).toHaveLength(2)
  expect(withArea('local', twice, null).custom_search).toEqual([city])
})

it('survives a round trip through the address and is sent with the other filters', () => {
  const { write, read } = gridSearch('local')
  const query = withArea('local', EMPTY_QUERY, CIRCLE)
  expect(read(write(query))).toEqual(query)
  expect(toLeadFilters(query).custom_search).toEqual(query.custom_search)
})

it('an invalid area in the address is dropped', () => {
  const { read } = gridSearch('local')
  const f = [
    { field: 'lat', operator: 'area', value: 'circle:1,2' },
    { field: 'name', operator: 'area', value: 'circle:1,2,3' },
  ]
  expect(read({ f }).custom_search).toEqual([])
})

it('an area is a removable chip in the reader’s unit', () => {
  const [chip] = filterChips('local', withArea('local', EMPTY_QUERY, CIRCLE), label)
  expect(chip?.text).toBe(`Within ${distanceLabel(3)} of 45.52, -122.68`)
  expect(chip?.without).toEqual(EMPTY_QUERY)
  expect(areaLabel(BOX)).toBe('In a box on the map')
})

it('exists for list types with coordinates', () => {
  expect([hasMap('local'), hasMap('people')]).toEqual([true, false])
})
