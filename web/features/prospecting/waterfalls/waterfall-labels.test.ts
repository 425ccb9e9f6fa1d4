import { expect, test } from 'vitest'
import { missedLabels, stepLabel } from './waterfall-labels.ts'

test('a test run shows why leads have no result and what each source returned', () => {
  expect(missedLabels('email', { no_source: 1, not_found: 3 })).toEqual([
    '3 leads: no source had an email',
    '1 lead: no source could search: no website, over your price limit, or paused',
  ])
  expect(missedLabels('phone', { rejected: 1, failed: 2 })).toEqual([
    '1 lead: the phone number that was found doesn’t meet your conditions',
    '2 leads: every source failed. Try again later',
  ])
  expect(missedLabels('profile', {})).toEqual([])
  const step = { label: 'Hunter', tried: 4, found: 1 }
  expect(stepLabel({ ...step, failed: 0 })).toBe('Hunter: 1 of 4 found')
  expect(stepLabel({ ...step, failed: 2 })).toBe('Hunter: 1 of 4 found, 2 failed')
})
