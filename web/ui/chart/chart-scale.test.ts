import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisFor, splitSegments, stacked } from './chart-scale.ts'

test('axes have round steps and cover every value', () => {
  expect(axisFor([0.03, 0.31], 0.01).ticks.map((tick) => Number(tick.toFixed(3)))).toEqual([
    0, 0.1, 0.2, 0.3, 0.4,
  ])
  expect(axisFor([], 1).top).toBeGreaterThanOrEqual(1)
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), (values) => {
      const { top, ticks } = axisFor(values, 0.01)
      expect(top).toBeGreaterThanOrEqual(Math.max(0, ...values) - 1e-6)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})

test('a gap ends a line, and the next value starts another', () => {
  expect(splitSegments([null, 1, 2, null, 3])).toEqual([
    [
      { at: 1, value: 1 },
      { at: 2, value: 2 },
    ],
    [{ at: 4, value: 3 }],
  ])
})

test('series are stacked, and a gap has no height', () => {
  expect(
    stacked([
      [1, 2],
      [3, null],
      [0, 4],
    ]),
  ).toEqual([
    [
      { from: 0, to: 1 },
      { from: 0, to: 2 },
    ],
    [
      { from: 1, to: 4 },
      { from: 2, to: 2 },
    ],
    [
      { from: 4, to: 4 },
      { from: 2, to: 6 },
    ],
  ])
})
