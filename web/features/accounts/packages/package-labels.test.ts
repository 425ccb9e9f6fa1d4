import { expect, test } from 'vitest'
import { contentLabels, priceLabel, setUpLabels } from './package-labels.ts'

test('shows prices with the decimals of their currency', () => {
  expect(priceLabel({ price_minor: 4900, currency: 'JPY', period: 'month' })).toBe('¥4,900 per month')
  expect(priceLabel({ price_minor: 4900, currency: 'USD', period: 'year' })).toBe('$49.00 per year')
  expect(priceLabel({ price_minor: 0, currency: null, period: 'month' })).toBe('Free')
})

test('lists the contents of a package', () => {
  const contents = {
    modules: ['leads' as const],
    credits: 500,
    period: 'month' as const,
    seats: 1,
    trial_days: 14,
  }
  expect(contentLabels(contents)).toEqual([
    'Lead Search',
    '500 credits per month, each valid for one month',
    '1 member',
    '14-day free trial',
  ])
  expect(contentLabels({ modules: [], credits: 0, period: null, seats: null })).toEqual(['Unlimited members'])
  const once = { modules: [], credits: 500, period: null, seats: null }
  expect(contentLabels(once)).toEqual(['500 credits, no expiry', 'Unlimited members'])
})

test('a set-up fee is said with the price, and when it is due', () => {
  const offer = { set_up_minor: 19_900, currency: 'USD' as const, trial_days: 0 }
  expect(setUpLabels(offer)).toEqual(['Set-up fee: $199.00, paid once'])
  expect(setUpLabels({ ...offer, trial_days: 14 })).toEqual([
    'Set-up fee: $199.00, paid once when the trial starts',
  ])
  expect(setUpLabels({ ...offer, set_up_minor: 0 })).toEqual([])
})
