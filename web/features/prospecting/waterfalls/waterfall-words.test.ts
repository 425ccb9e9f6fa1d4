import { expect, test } from 'vitest'
import { missedWords, stepWords } from './waterfall-words.ts'

test('a test says why leads have no result, and what each source did', () => {
  expect(missedWords('email', { no_source: 1, not_found: 3 })).toEqual([
    '3 leads: no source had an email',
    '1 lead: no source could look: no website, over your price limit, or paused',
  ])
  expect(missedWords('phone', { rejected: 1, failed: 2 })).toEqual([
    '1 lead: the phone number that was found doesn’t meet your conditions',
    '2 leads: every source failed. Try again later',
  ])
  expect(missedWords('profile', {})).toEqual([])
  const step = { label: 'Hunter', tried: 4, found: 1 }
  expect(stepWords({ ...step, failed: 0 })).toBe('Hunter: 1 of 4 found')
  expect(stepWords({ ...step, failed: 2 })).toBe('Hunter: 1 of 4 found, 2 failed')
})
