import { expect, test } from 'vitest'
import { linkTarget, setupSummary } from './setup-labels.ts'

test('the summary counts completed steps', () => {
  const steps = (...states: ('done' | 'missing' | 'unknown')[]) => states.map((state) => ({ state }))
  expect(setupSummary(steps('done', 'missing', 'unknown'))).toBe('1 of 3 steps done')
  expect(setupSummary(steps('done', 'done'))).toBe('Everything is set up')
})

test('a step’s link keeps its parameters', () => {
  const { to, search } = linkTarget('/whitelabel/business-account?tab=domains')
  expect([to, search()]).toEqual(['/whitelabel/business-account', { tab: 'domains' }])
  expect(linkTarget('/whitelabel/stripe').search()).toEqual({})
})
