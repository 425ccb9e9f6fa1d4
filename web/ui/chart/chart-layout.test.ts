import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHART_HEIGHT, makeLayout } from './chart-layout.ts'
import type { ChartKind } from './chart-types.ts'

const chart = (kind: ChartKind, count: number, value = 3) => ({
  title: 'Credits per day',
  kind,
  column: 'Day',
  columns: Array.from({ length: count }, (_, at) => `day ${at}`),
  series: [
    { id: 'a', label: 'A', points: Array.from({ length: count }, () => value) },
    { id: 'b', label: 'B', points: Array.from({ length: count }, () => value) },
  ],
  format: String,
})

test('every column is within the plot and can be hit', () => {
  const kinds = fc.constantFrom<ChartKind>('lines', 'bars', 'stacked')
  fc.assert(
    fc.property(
      kinds,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 200, max: 2000 }),
      (kind, count, width) => {
        const { x, left, columnAt } = makeLayout(chart(kind, count), width)
        for (const at of [0, Math.floor(count / 2), count - 1]) {
          expect(x(at)).toBeGreaterThanOrEqual(left)
          expect(x(at)).toBeLessThanOrEqual(width)
          expect(columnAt(x(at))).toBe(at)
        }
        expect([columnAt(-50), columnAt(width + 50)]).toEqual([0, count - 1])
      },
    ),
  )
})

test('the axis covers the sum of stacked bars', () => {
  expect(makeLayout(chart('bars', 2, 100), 600).axis.top).toBe(100)
  expect(makeLayout(chart('stacked', 2, 100), 600).axis.top).toBe(200)
  const { y, axis } = makeLayout(chart('lines', 2, 100), 600)
  expect([y(axis.top), y(0)]).toEqual([8, CHART_HEIGHT - 24])
})

test('long numbers get more room, and crowded columns share labels', () => {
  const narrow = makeLayout(chart('lines', 90), 360)
  expect(makeLayout(chart('lines', 90, 123_456), 360).left).toBeGreaterThan(narrow.left)
  expect(narrow.everyName).toBeGreaterThan(10)
  expect(makeLayout(chart('lines', 4), 600).everyName).toBe(1)
})
