import { expect, it } from 'vitest'
import { previewedCount } from './crm-labels.ts'

it('counts what a push would send, without skipped leads', () => {
  expect(previewedCount({ create: 35, conflict: 1, skip: 5 })).toBe(36)
  expect(previewedCount({ skip: 3 })).toBe(0)
})
