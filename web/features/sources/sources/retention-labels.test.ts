import { expect, test } from 'vitest'
import { daysError, lossLabel, retentionHint } from './retention-labels.ts'

test('a number of days has to be within the terms', () => {
  expect([daysError('', 30), daysError(0, 30), daysError(31, 30), daysError(30, 30)]).toEqual([
    'Field is required',
    'Enter 1 or more',
    'The terms allow at most 30 days',
    null,
  ])
})

test('shows what a change will delete', () => {
  const loss = { days: 7, leads: 1240, lists: 1 }
  expect(lossLabel('Google Places', 30, loss)).toBe(
    '1,240 leads in 1 list lose values from Google Places within an hour, and saved exports of this list are deleted. This can’t be undone.',
  )
  expect(lossLabel('Google Places', 30, { ...loss, leads: 0 })).toMatch(
    /^No values are older than 7 days yet/,
  )
  expect(lossLabel('Google Places', 3, loss)).toMatch(/already deleted don’t come back/)
  expect(retentionHint('Google Places', { days: 7, max: 30, keeps: ['Google place ID'] })).toBe(
    'The terms of Google Places allow up to 30 days. Kept permanently: Google place ID. Values that another source confirms stay.',
  )
})
