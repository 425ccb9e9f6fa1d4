import { describe, expect, it } from 'vitest'
import {
  areaBounds,
  distanceKm,
  drawnArea,
  findBounds,
  isWellVisible,
  isWithin,
  makeRing,
  wrapLon,
} from './geometry.ts'

const PORTLAND = { lat: 45.52, lon: -122.68 }

it('the map measures distances like the server', () => {
  expect(distanceKm(PORTLAND, { lat: 45.52, lon: -122.68 })).toBe(0)
  expect(distanceKm({ lat: 0, lon: 0 }, { lat: 0, lon: 180 })).toBeCloseTo(Math.PI * 6371, 6)
  expect(distanceKm({ lat: -17, lon: 179.9 }, { lat: -17, lon: 180.1 })).toBeCloseTo(21.27, 1)
})

it.each([
  [0, 0],
  [180, 180],
  [-180, -180],
  [181, -179],
  [-181, 179],
  [541, -179],
])('normalizes longitude %d to %d', (lon, expected) => {
  expect(wrapLon(lon)).toBeCloseTo(expected, 9)
})

describe('a drawn shape', () => {
  it('is a circle around the first point', () => {
    const circle = drawnArea('circle', { lat: 0, lon: 190 }, { lat: 0, lon: 191 })
    expect(circle).toMatchObject({ kind: 'circle', lat: 0, lon: -170 })
    expect(circle.kind === 'circle' && circle.km).toBeCloseTo(111.19, 1)
  })

  it('is the box between both points in any order', () => {
    const box = { kind: 'box', west: -123, south: 45, east: -122, north: 46 }
    expect(drawnArea('box', { lat: 46, lon: -122 }, { lat: 45, lon: -123 })).toEqual(box)
    expect(drawnArea('box', { lat: 45, lon: -123 }, { lat: 46, lon: -122 })).toEqual(box)
  })

  it('can cross the date line or span the globe', () => {
    expect(drawnArea('box', { lat: 1, lon: 170 }, { lat: 2, lon: 190 })).toMatchObject({
      west: 170,
      east: -170,
    })
    expect(drawnArea('box', { lat: 1, lon: -190 }, { lat: 2, lon: 190 })).toMatchObject({
      west: -180,
      east: 180,
    })
  })
})

describe('the outline of an area', () => {
  it('of a circle is at its radius everywhere', () => {
    const ring = makeRing({ kind: 'circle', ...PORTLAND, km: 3 })
    expect(ring[0]?.[0]).toBeCloseTo(ring.at(-1)?.[0] as number, 9)
    for (const [lon, lat] of ring) expect(distanceKm(PORTLAND, { lat, lon })).toBeCloseTo(3, 6)
  })

  it('continues over the date line', () => {
    const lons = makeRing({ kind: 'circle', lat: -17, lon: 179.9, km: 50 }).map(([lon]) => lon)
    expect(Math.max(...lons)).toBeGreaterThan(180)
    expect(Math.max(...lons) - Math.min(...lons)).toBeLessThan(2)
    const box = makeRing({ kind: 'box', west: 170, south: 0, east: -170, north: 1 })
    expect(Math.max(...box.map(([lon]) => lon))).toBe(190)
  })

  it.each([
    [{ lat: 88, lon: 10 }, 90],
    [{ lat: -88, lon: 10 }, -90],
  ])('around a pole is closed along its edge: %j', (centre, pole) => {
    const ring = makeRing({ kind: 'circle', ...centre, km: 500 })
    expect(ring.filter(([, lat]) => lat === pole)).toHaveLength(2)
    expect(ring.at(-1)).toEqual(ring[0])
    const lons = ring.map(([lon]) => lon)
    expect(Math.max(...lons) - Math.min(...lons)).toBeCloseTo(360, 3)
  })
})

describe('bounds', () => {
  it('are nothing without points, and a point for one', () => {
    expect(findBounds([], [])).toBeNull()
    expect(findBounds([1], [2])).toEqual({ west: 2, south: 1, east: 2, north: 1 })
  })

  it('cross the date line where that is shorter', () => {
    expect(findBounds([1, 5, 3], [10, -20, 0])).toEqual({ west: -20, south: 1, east: 10, north: 5 })
    expect(findBounds([1, 2], [179, -179])).toEqual({ west: 179, south: 1, east: 181, north: 2 })
  })

  it('are the rectangle around an area', () => {
    const { west, east, south, north } = areaBounds({ kind: 'circle', lat: 0, lon: 180, km: 111.19 })
    expect([west, east, south, north].map((value) => Math.round(value))).toEqual([179, 181, -1, 1])
  })

  it('cover what is in sight, wrapped to one world', () => {
    const sight = { west: 179, south: 0, east: 181, north: 2 }
    expect(isWithin(sight, { lat: 1, lon: -179.5 })).toBe(true)
    expect(isWithin(sight, { lat: 1, lon: 179.5 })).toBe(true)
    expect(isWithin(sight, { lat: 1, lon: 0 })).toBe(false)
    expect(isWithin(sight, { lat: 3, lon: 180 })).toBe(false)
    expect(isWithin({ ...sight, west: 539, east: 541 }, { lat: 1, lon: 180 })).toBe(true)
  })
})

it.each([
  ['in the middle', { west: 4, south: 4, east: 6, north: 6 }, true],
  ['partly beyond the border', { west: 8, south: 4, east: 11, north: 6 }, true],
  ['elsewhere', { west: 40, south: 4, east: 42, north: 6 }, false],
  ['larger than the view', { west: -1, south: 4, east: 11, north: 6 }, false],
  ['a speck', { west: 5, south: 5, east: 5.1, north: 5.1 }, false],
])('show whether an area is well in view: %s', (_name, bounds, expected) => {
  expect(isWellVisible({ west: 0, south: 0, east: 10, north: 10 }, bounds)).toBe(expected)
})
