import { expect, test } from 'vitest'
import { areaLabel, differenceLabel } from './source-labels.ts'

test('shows the radius of an area in the reader’s unit', () => {
  const label = 'Oslo, Norway, 40.2336 km around; Box 1, 2, 3, 4'
  expect(areaLabel(label, 'mi')).toBe('Oslo, Norway, 25 mi around; Box 1, 2, 3, 4')
  expect(areaLabel('Oslo, Norway, 25 km around', 'km')).toBe('Oslo, Norway, 25 km around')
})

test('a difference between releases lists only what changed', () => {
  const nothing = { release: 'x', before: null, added: 0, updated: 0, unchanged: 0, vanished: 0, at: 'x' }
  expect(differenceLabel(nothing)).toBe('No change')
  expect(differenceLabel({ ...nothing, added: 1200, vanished: 3 })).toBe('1,200 new · 3 vanished')
})
