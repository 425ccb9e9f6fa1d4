import { expect, test } from 'vitest'
import { usageOf } from './usage-meter.tsx'

test('usage is in percent and never exceeds 100', () => {
  expect(usageOf(10, null)).toMatchObject({ percent: null, tone: 'usual' })
  expect(usageOf(79, 100)).toMatchObject({ percent: 79, tone: 'usual', text: '79 of 100' })
  expect(usageOf(80, 100)).toMatchObject({ percent: 80, tone: 'near' })
  expect(usageOf(150, 100)).toMatchObject({ percent: 100, tone: 'reached' })
  expect(usageOf(0, 0)).toMatchObject({ percent: 100, tone: 'reached' })
  expect(usageOf(999, 1000)).toMatchObject({ percent: 99, tone: 'near' })
})
