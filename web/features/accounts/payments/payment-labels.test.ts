import { expect, test } from 'vitest'
import { addOnLabel, connectionBadge, methodLabel, requirementLabel } from './payment-labels.ts'

test('a connection says whether it can sell', () => {
  const look = (state: 'pending' | 'connected' | 'disconnected', charges_enabled = true, live = true) =>
    connectionBadge({ connection: { state, charges_enabled, live } as never }).label
  expect(connectionBadge({ connection: null }).label).toBe('Not connected')
  expect(look('disconnected')).toBe('Not connected')
  expect(look('pending')).toBe('Setup not finished')
  expect(look('connected', false)).toBe('Connected, can’t take payments yet')
  expect(look('connected', true, false)).toBe('Test mode: no real payments yet')
  expect(look('connected')).toBe('Connected')
})

test('Stripe codes have readable labels', () => {
  expect(requirementLabel('individual.verification.document')).toBe('Individual verification document')
  expect(methodLabel({ kind: 'card', brand: 'visa', last4: '4242', expires: '2027-05' })).toBe(
    'Visa ending in 4242, expires 2027-05',
  )
  expect(methodLabel({ kind: 'sepa_debit', brand: null, last4: null, expires: null })).toBe('Sepa debit')
})

test('an add-on says its period', () => {
  const addOn = { name: '1,000 extra credits', price_minor: 2500 }
  expect(addOnLabel(addOn, { currency: 'USD', period: 'month' })).toBe(
    '1,000 extra credits, $25.00 per month',
  )
  expect(addOnLabel(addOn, { currency: 'USD', period: 'year' })).toBe('1,000 extra credits, $25.00 per year')
})
