import { expect, test } from 'vitest'
import { distanceLabel } from './distance.ts'

test('shows a distance in the reader’s unit', () => {
  expect([distanceLabel(0.63, 'mi'), distanceLabel(0.63, 'km'), distanceLabel(1609.344, 'mi')]).toEqual([
    '0.4 mi',
    '0.6 km',
    '1,000 mi',
  ])
})
