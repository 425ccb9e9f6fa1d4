import { expect, test } from 'vitest'
import { makeBody, makeValues } from './paykickstart-values.ts'

test('settings survive a round trip, and saved secrets are not sent again', () => {
  const product = { campaign_id: '215', product_id: '1', checkout_url: null }
  const products = [
    { ...product, package_id: 7, pack_id: null },
    { ...product, product_id: '2', package_id: null, pack_id: 3, checkout_url: 'https://pay.example/1' },
  ]
  const settings = {
    ipn_url: '',
    api_key_hint: 'abcd',
    portal_id: null,
    campaigns: [{ id: '215', secret_hint: null }],
    products,
  }
  const values = makeValues(settings)
  expect(makeBody(values)).toEqual({ portal_id: null, campaigns: [{ id: '215' }], products })
  const changed = { ...values, api_key: 'key', campaigns: [{ ...values.campaigns[0]!, secret: 'new' }] }
  expect(makeBody(changed)).toMatchObject({ api_key: 'key', campaigns: [{ id: '215', secret: 'new' }] })
})
