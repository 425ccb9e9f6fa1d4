import { expect, it } from 'vitest'
import { certainty, originLabel } from './icp-labels.ts'

it('shows the origin of a segment and its confidence', () => {
  expect(originLabel('profile')).toBe('From your business profile')
  expect([certainty(0.005), certainty(1e-30)]).toEqual([
    '0.5% likely to be chance',
    'Less than 0.01% likely to be chance',
  ])
})
