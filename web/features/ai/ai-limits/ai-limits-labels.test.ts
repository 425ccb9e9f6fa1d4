import { expect, test } from 'vitest'
import { emptyLabel, limitLabel } from './ai-limits-labels.ts'

test('limits have units, and a price of zero is free', () => {
  expect(limitLabel('credits_per_1000_tokens', 0)).toBe('Free')
  expect(limitLabel('own_key_credits_per_1000_tokens', 1)).toBe('1 credit')
  expect(limitLabel('training_tokens', 0)).toBe('0 tokens')
  expect(limitLabel('training_tokens', 2_000_000)).toBe('2,000,000 tokens')
})

test('an empty field shows the inherited value', () => {
  const standard = { value: 0, origin: 'standard' as const }
  const inherited = {
    credits_per_1000_tokens: { value: 3, origin: 'parent' as const },
    own_key_credits_per_1000_tokens: standard,
    training_tokens: standard,
  }
  expect(emptyLabel('credits_per_1000_tokens', { inherited })).toBe(
    'Empty: 3 credits (from the parent account)',
  )
  expect(emptyLabel('own_key_credits_per_1000_tokens', { inherited })).toBe('Empty: free (standard)')
})
