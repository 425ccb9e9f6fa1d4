import { expect, it } from 'vitest'
import { type Area, readArea, writeArea } from './area.ts'

it.each<[string, Area]>([
  ['circle:45.52,-122.68,3', { kind: 'circle', lat: 45.52, lon: -122.68, km: 3 }],
  ['Circle: 90, 180, 0.5', { kind: 'circle', lat: 90, lon: 180, km: 0.5 }],
  ['box:-123,45,-122,46', { kind: 'box', west: -123, south: 45, east: -122, north: 46 }],
  ['box:170,-20,-170,20', { kind: 'box', west: 170, south: -20, east: -170, north: 20 }],
])('the text %s is read as an area', (text, area) => {
  expect(readArea(text)).toEqual(area)
})

it.each([
  'circle:45,10',
  'circle:45,10,0',
  'circle:45,10,-1',
  'circle:45,10,99999',
  'circle:91,10,1',
  'circle:45,181,1',
  'circle:45,10,1,2',
  'circle:45,,1',
  'circle:e,e,e',
  'box:1,2,3',
  'box:1,5,3,4',
  'box:1,2,3,4,5',
  'box:181,2,3,4',
  'ring:1,2,3',
  'circle',
  '',
  `circle:1,1,1${' '.repeat(300)}`,
  7,
  null,
])('reads no area from %j', (text) => {
  expect(readArea(text)).toBeNull()
})

it('writes what it reads, to the meter', () => {
  const circle: Area = { kind: 'circle', lat: 45.523_064_11, lon: -122.676_48, km: 0.000_01 }
  expect(writeArea(circle)).toBe('circle:45.52306,-122.67648,0.001')
  const text = 'box:170,-20.5,-170,20'
  expect(writeArea(readArea(text) as Area)).toBe(text)
})
