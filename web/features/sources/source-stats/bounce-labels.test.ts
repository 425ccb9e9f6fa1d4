import { expect, test } from 'vitest'
import { importLabels } from './bounce-labels.ts'

test('an import shows its changes and refunds', () => {
  expect(importLabels({ received: 5, hard: 3, soft: 1, repeated: 1, leads: 1, refunded: 2 })).toEqual([
    '5 rows read: 3 hard bounces and 1 soft bounce.',
    '1 bounce was already reported.',
    '1 lead is now marked as invalid.',
    '2 credits refunded to your wallet.',
  ])
  expect(importLabels({}).at(-1)).toContain('30 days')
})
