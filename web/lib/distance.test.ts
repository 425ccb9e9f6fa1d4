import { expect, test } from 'vitest'
import { distanceWords } from './distance.ts'

test('a distance has the unit of its reader', () => {
  expect([distanceWords(0.63, 'mi'), distanceWords(0.63, 'km'), distanceWords(1609.344, 'mi')]).toEqual([
    '0.4 mi',
    '0.6 km',
    '1,000 mi',
  ])
})
