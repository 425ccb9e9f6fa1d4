import { expect, it } from 'vitest'
import { lossLines } from './closing-labels.ts'

const NOTHING = { lists: 0, leads: 0, members: 0, runs: 0, webhooks: 0, api_keys: 0, credits: 0 }

it('names what will be lost and leaves out what the account does not have', () => {
  expect(lossLines({ loses: NOTHING })).toEqual([])
  expect(lossLines({ loses: { ...NOTHING, lists: 1, leads: 2, members: 1, runs: 1, credits: 5 } })).toEqual([
    '1 list with 2 leads, their history, notes and labels',
    'Access of 1 other person',
    '1 run in progress, which stops',
    '5 credits that are left and won’t be paid out',
  ])
})
