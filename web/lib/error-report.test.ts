import { expect, test } from 'vitest'
import { createReportGate } from './error-report.ts'

test('reports the same error once a minute, and at most ten different ones', () => {
  const gate = createReportGate()
  expect(gate('a', 0)).toBe(true)
  expect(gate('a', 59_999)).toBe(false)
  expect(gate('a', 60_000)).toBe(true)
  const passed = Array.from({ length: 20 }, (_, index) => gate(`b${index}`, 60_001)).filter(Boolean)
  expect(passed).toHaveLength(9)
})
