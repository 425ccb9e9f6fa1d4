import { expect, test } from 'vitest'
import { emptyWords, kindWords, limitWords } from './ai-limits-words.ts'

test('limits have their units, and nothing to pay is free', () => {
  expect(limitWords('credits_per_1000_tokens', 0)).toBe('Free')
  expect(limitWords('own_key_credits_per_1000_tokens', 1)).toBe('1 credit')
  expect(limitWords('training_tokens', 0)).toBe('0 tokens')
  expect(limitWords('training_tokens', 2_000_000)).toBe('2,000,000 tokens')
})

test('an empty field says what holds instead', () => {
  const standard = { value: 0, origin: 'standard' as const }
  const otherwise = {
    credits_per_1000_tokens: { value: 3, origin: 'above' as const },
    own_key_credits_per_1000_tokens: standard,
    training_tokens: standard,
  }
  expect(emptyWords('credits_per_1000_tokens', { otherwise })).toBe(
    'Empty: 3 credits (from the account above)',
  )
  expect(emptyWords('own_key_credits_per_1000_tokens', { otherwise })).toBe('Empty: free (standard)')
})

test('an account is told with who sells to it', () => {
  expect(kindWords({ kind: 'installation', seller: null })).toBe('Installation')
  expect(kindWords({ kind: 'customer', seller: 'Acme' })).toBe('Customer of Acme')
})
