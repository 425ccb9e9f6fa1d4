import { expect, test } from 'vitest'
import { linkTarget } from './setup-labels.ts'

test('a step’s link keeps its parameters', () => {
  const { to, search } = linkTarget('/whitelabel/business-account?tab=domains')
  expect([to, search()]).toEqual(['/whitelabel/business-account', { tab: 'domains' }])
  expect(linkTarget('/whitelabel/stripe').search()).toEqual({})
})
