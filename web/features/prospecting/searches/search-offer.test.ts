import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { emptyDraft } from './search-draft.ts'
import { makeOffer } from './search-offer.ts'

const estimate = (max: number, available: number, matched = 7, leads = matched) => ({
  settled: true,
  quote: {
    data: { data: { matched, available, affordable: available, leads: { max: leads }, credits: { max } } },
  },
})
const local = emptyDraft('local')
const single = emptyDraft('single')

test('shows the price on the button', () => {
  expect(makeOffer(local, estimate(30, 100), null).label).toBe('Start search · up to 30 credits')
  expect(makeOffer(local, estimate(0, 0), null)).toMatchObject({ label: 'Start search · free', ready: true })
  expect(makeOffer(local, { ...estimate(30, 100), settled: false }, null).ready).toBe(false)
})

test('a counted search without matches cannot start, one that reads websites can', () => {
  expect(makeOffer(local, estimate(0, 9, 0), null)).toMatchObject({ label: 'No matches', ready: false })
  expect(makeOffer(single, estimate(100, 900, 0), null).ready).toBe(true)
})

test('a search whose matches are all excluded cannot start', () => {
  expect(makeOffer(local, estimate(0, 9, 7, 0), null)).toMatchObject({ label: 'Nothing new', ready: false })
})

test('with too few credits a counted search is limited, an uncounted one stops when they run out', () => {
  expect(makeOffer(local, estimate(30, 12), null)).toMatchObject({ ready: false, short: 12, stopAt: null })
  expect(makeOffer(single, estimate(1200, 40, 0), null)).toEqual({
    label: 'Start and stop at 40 credits',
    ready: true,
    short: null,
    stopAt: 40,
  })
  expect(makeOffer(single, estimate(1200, 0, 0), null)).toMatchObject({ ready: false, short: 0 })
})

test('a start refused for lack of credits is reported', () => {
  const details = { affordable: 3 }
  const error = new ApiError({ code: 'insufficient_credits', message: 'Not enough', status: 402, details })
  expect(makeOffer(local, estimate(30, 100), error)).toMatchObject({ ready: false, short: 3 })
})
