import { expect, test } from 'vitest'
import { makeUsage } from './usage-meter.tsx'

test('usage is in percent and never exceeds 100', () => {
  expect(makeUsage(10, null)).toMatchObject({ percent: null, tone: 'usual' })
  expect(makeUsage(79, 100)).toMatchObject({ percent: 79, tone: 'usual', text: '79 of 100' })
  expect(makeUsage(80, 100)).toMatchObject({ percent: 80, tone: 'near' })
  expect(makeUsage(150, 100)).toMatchObject({ percent: 100, tone: 'reached' })
  expect(makeUsage(0, 0)).toMatchObject({ percent: 100, tone: 'reached' })
  expect(makeUsage(999, 1000)).toMatchObject({ percent: 99, tone: 'near' })
})
