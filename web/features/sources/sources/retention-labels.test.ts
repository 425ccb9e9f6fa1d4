import { expect, test } from 'vitest'
import { daysError, lossLabel } from './retention-labels.ts'

test('a number of days has to be within the terms', () => {
  expect([daysError('', 30), daysError(0, 30), daysError(31, 30), daysError(30, 30)]).toEqual([
    'Field is required',
    'Enter 1 or more',
    'The terms allow at most 30 days',
    null,
  ])
})

test('a shorter retention says which leads lose values, and a longer one that nothing comes back', () => {
  const loss = { days: 7, leads: 1240, lists: 1 }
  expect(lossLabel('Google Places', 30, loss)).toBe(
    '1,240 leads in 1 list lose values from Google Places within an hour, and saved exports of this list are deleted. This can’t be undone.',
  )
  expect(lossLabel('Google Places', 30, { ...loss, leads: 0 })).toMatch(
    /^No values are older than 7 days yet/,
  )
  expect(lossLabel('Google Places', 3, loss)).toMatch(/already deleted don’t come back/)
})
