import { expect, test } from 'vitest'
import { choiceLabel, contentLabels, priceLabel, setUpLabels } from './package-labels.ts'

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

test('the way to a package starts with its trial', () => {
  const paid = { trial_days: 0, buy: 'stripe' as const, checkout_url: null, sign_up: false }
  expect(choiceLabel(paid)).toBe('Buy')
  expect(choiceLabel({ ...paid, trial_days: 14 })).toBe('Start 14-day free trial')
  const outside = { ...paid, buy: null, checkout_url: 'https://pay.example/1' }
  expect(choiceLabel({ ...outside, trial_days: 7 })).toBe('Start 7-day free trial')
  expect(choiceLabel({ ...paid, buy: null, trial_days: 14 })).toBe('Request')
  expect(choiceLabel({ ...paid, buy: null, sign_up: true })).toBe('Sign up')
})
