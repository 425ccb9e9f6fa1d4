import { expect, test } from 'vitest'
import { accessLook, stateLook } from './subscription-labels.ts'

test('a subscription that ends shows its end', () => {
  expect(stateLook({ state: 'active', cancel_at: null })).toEqual({ state: 'succeeded', label: 'Active' })
  expect(stateLook({ state: 'active', cancel_at: '2027-01-01T00:00:00Z' }).label).toBe('Active, cancels')
  expect(stateLook({ state: 'cancelled', cancel_at: '2027-01-01T00:00:00Z' }).label).toBe('Cancelled')
  expect(stateLook({ state: 'past_due', cancel_at: null }).state).toBe('partly')
  expect(accessLook('read_only')).toEqual({ state: 'partly', label: 'Read-only' })
})
