import { expect, test } from 'vitest'
import { endsSoon, sampleCommand, scopesFor } from './api-key-labels.ts'

test('only administrators can create keys with the admin scope', () => {
  expect(scopesFor('admin')).toEqual(['read', 'write', 'spend', 'export', 'admin'])
  expect(scopesFor('user')).toEqual(['read', 'write', 'spend', 'export'])
  expect(scopesFor('related')).not.toContain('admin')
})

test('the sample shows a call that the key may make', () => {
  expect(sampleCommand('https://app.sample.example', 'key_1', ['read', 'write'])).toBe(
    'curl -H "Authorization: Bearer key_1" https://app.sample.example/api/me',
  )
  expect(sampleCommand('https://app.sample.example', 'key_1', ['export'])).toBe('Authorization: Bearer key_1')
})

test('a key expires soon when a week is left', () => {
  const now = Date.UTC(2026, 0, 1)
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
  expect(endsSoon(inDays(6), now)).toBe(true)
  expect(endsSoon(inDays(8), now)).toBe(false)
  expect(endsSoon(null, now)).toBe(false)
})
