import { expect, test } from 'vitest'
import { stopAt } from '#web/lib/quoted-start.ts'
import { mayStart, skippedLabels, spanLabel, startLabel } from './enrich-labels.ts'

const quote = (max: number, available: number, eligible = 5) => ({
  eligible,
  available,
  credits: { min: 0, expected: Math.floor(max / 2), max },
})

test('the button of an enrichment shows its maximum price', () => {
  expect(startLabel('find-emails', undefined)).toBe('Find emails')
  expect(startLabel('find-emails', quote(45, 100))).toBe('Find emails · up to 45 credits')
  expect(startLabel('get-employees', quote(0, 0))).toBe('Get employees · free')
  expect(startLabel('get-employees', quote(9, 10))).toBe('Get employees · up to 9 credits for addresses')
  expect(startLabel('verify', quote(0, 0, 1))).toBe('Verify 1 email · free')
  expect(startLabel('verify', quote(0, 0, 0))).toBe('Nothing to do')
})

test('a low balance still allows a start, an empty one does not', () => {
  expect(startLabel('find-emails', quote(45, 12))).toBe('Start and stop at 12 credits')
  expect([stopAt(quote(45, 12)), stopAt(quote(45, 45)), stopAt(quote(45, -3))]).toEqual([12, null, 0])
  expect([
    mayStart(quote(45, 12)),
    mayStart(quote(45, 0)),
    mayStart(quote(0, 0)),
    mayStart(quote(0, 0, 0)),
  ]).toEqual([true, false, true, false])
})

test('lists skipped leads with the most frequent reason first', () => {
  expect(skippedLabels({ no_website: 2, has_email: 30, sample: 0, odd_reason: 1 })).toEqual([
    '30 already have an email',
    '2 have no website',
    '1 odd reason',
  ])
})

test('a range shows the expected value with its maximum, or the one value', () => {
  expect(spanLabel({ min: 0, expected: 12, max: 45 })).toBe('About 12 (at most 45)')
  expect(spanLabel({ min: 3, expected: 3, max: 3 })).toBe('3')
})
