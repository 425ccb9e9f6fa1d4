import { expect, test } from 'vitest'
import { accessBadge, stateBadge } from './subscription-labels.ts'

test('a subscription that ends shows its end', () => {
  expect(stateBadge({ state: 'active', cancel_at: null })).toEqual({ state: 'succeeded', label: 'Active' })
  expect(stateBadge({ state: 'active', cancel_at: '2027-01-01T00:00:00Z' }).label).toBe('Active, cancels')
  expect(stateBadge({ state: 'cancelled', cancel_at: '2027-01-01T00:00:00Z' }).label).toBe('Cancelled')
  expect(stateBadge({ state: 'past_due', cancel_at: null }).state).toBe('partly')
  expect(accessBadge('read_only')).toEqual({ state: 'partly', label: 'Read-only' })
})
