import { expect, test } from 'vitest'
import { formatBytes, formatCount, formatCredits, formatRelative } from './format.ts'

const NOW = Date.parse('2026-05-10T12:00:00Z')
const ago = (seconds: number) => formatRelative(new Date(NOW - seconds * 1000).toISOString(), NOW)

test('moments in the words of people', () => {
  expect(ago(3)).toBe('just now')
  expect(ago(110)).toMatch(/2 min/)
  expect(ago(3600 * 5)).toMatch(/5 hr|5 h/)
  expect(ago(3600 * 24)).toBe('yesterday')
  expect(ago(3600 * 24 * 200)).toMatch(/2025/)
})

test('numbers carry their unit', () => {
  expect(formatCredits(1)).toBe('1 credit')
  expect(formatCredits(12_345)).toMatch(/^12.345 credits$/)
  expect(formatCount(0, 'lead')).toBe('0 leads')
  expect(formatBytes(999)).toBe('999 B')
  expect(formatBytes(4_200_000)).toBe('4.2 MB')
})
