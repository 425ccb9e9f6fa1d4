import { expect, it } from 'vitest'
import { certainty } from './icp-labels.ts'

it('a tiny probability of chance is shown as less than the smallest one that can be read', () => {
  expect([certainty(0.005), certainty(1e-30)]).toEqual([
    '0.5% likely to be chance',
    'Less than 0.01% likely to be chance',
  ])
})
