import { expect, it } from 'vitest'
import { fromKm, userUnit } from '#web/lib/distance.ts'
import { findCircle, previewPoints, withCircle } from './search-circle.ts'
import { checkDraft, emptyDraft } from './search-draft.ts'

const OSLO = { lat: 59.91, lon: 10.75 }

it.each([
  ['a picked place', { near: { ...OSLO, label: 'Oslo' }, radius_km: 25 }, null, { ...OSLO, km: 25 }],
  ['words that the server knows', { near: 'Oslo', radius_km: 5 }, OSLO, { ...OSLO, km: 5 }],
  ['words that nobody knows yet', { near: 'Oslo', radius_km: 5 }, null, null],
  ['no place, whatever was meant before', { radius_km: 5 }, OSLO, null],
  ['no radius', { near: OSLO }, null, null],
  ['a radius beyond what is allowed', { near: OSLO, radius_km: 9999 }, null, { ...OSLO, km: 500 }],
])('a search for %s has its circle', (_name, values, resolved, expected) => {
  expect(findCircle(values, resolved)).toEqual(expected && { kind: 'circle', ...expected })
})

it('a drawn circle sets a valid place and radius in the form', () => {
  const area = { kind: 'circle' as const, lat: 59.912345, lon: 10.75, km: 7.777 }
  const draft = withCircle(emptyDraft('local'), area)
  expect(draft.values.near).toEqual({ lat: 59.9123, lon: 10.75, label: '59.9123, 10.75' })
  const km = draft.values.radius_km as number
  expect(Math.abs(km - 7.777)).toBeLessThan(0.1)
  expect(fromKm(km, userUnit())).toBe(fromKm(7.777, userUnit()))
  expect(checkDraft(draft).ok).toBe(true)
  const huge = withCircle(emptyDraft('local'), { ...area, km: 4000 })
  expect(huge.values.radius_km).toBeLessThanOrEqual(500)
  expect(checkDraft(huge).ok).toBe(true)
})

it('rows without coordinates are left off the map, and the others keep their numbers', () => {
  expect(previewPoints(undefined).ids).toEqual([])
  const rows = [
    { lat: null, lon: null },
    { lat: 1, lon: 2 },
  ]
  expect(previewPoints(rows)).toEqual({ ids: [1], lats: [1], lons: [2] })
})
