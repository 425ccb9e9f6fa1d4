import { expect, test } from 'vitest'
import { findEffect, toBody, toValues } from './profile-values.ts'

test('phrases of a business profile are one per line', () => {
  const body = toBody({ ...toValues(null), name: 'Acme', banned_phrases: ' synergy \n\n world-class\n' })
  expect(body.banned_phrases).toEqual(['synergy', 'world-class'])
  const saved = { ...body, id: 1, version: 1, updated_by: null, updated_at: '2026-01-01T00:00:00Z' }
  expect(toValues(saved)).toMatchObject({ name: 'Acme', banned_phrases: 'synergy\nworld-class' })
})

test('distinguishes values a suggestion would replace from empty ones it would fill', () => {
  const values = { ...toValues(null), name: 'Acme' }
  expect(findEffect({ field: 'name', value: 'Acme' }, values)).toBe('same')
  expect(findEffect({ field: 'name', value: 'Acme Ltd' }, values)).toBe('replaces')
  expect(findEffect({ field: 'address', value: '1 Mill Lane' }, values)).toBe('fills')
})
