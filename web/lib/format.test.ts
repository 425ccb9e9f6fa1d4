import { afterEach, expect, test } from 'vitest'
import { distanceLabel, userUnit } from './distance.ts'
import {
  formatBytes,
  formatCount,
  formatCredits,
  formatDay,
  formatExact,
  formatMomentIn,
  formatMoney,
  formatNumber,
  formatRelative,
  formatSample,
  formatShortDay,
  formatTime,
  setFormats,
} from './format.ts'

afterEach(() => setFormats(null))
/** Normalizes all kinds of spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ')

const NOW = Date.parse('2026-05-10T12:00:00Z')
const ago = (seconds: number) => formatRelative(new Date(NOW - seconds * 1000).toISOString(), NOW)

test('formats dates and times', () => {
  expect(ago(3)).toBe('just now')
  expect(ago(110)).toMatch(/2 min/)
  expect(ago(3600 * 5)).toMatch(/5 hr|5 h/)
  expect(ago(3600 * 24)).toBe('yesterday')
  expect(ago(3600 * 24 * 200)).toMatch(/2025/)
})

test('formats numbers with their unit', () => {
  expect(formatCredits(1)).toBe('1 credit')
  expect(formatCredits(12_345)).toMatch(/^12.345 credits$/)
  expect(formatCount(0, 'lead')).toBe('0 leads')
  expect(formatBytes(999)).toBe('999 B')
  expect(formatBytes(4_200_000)).toBe('4.2 MB')
})

test('uses the person’s own locale, time zone and clock', () => {
  setFormats({ time_zone: 'Europe/Berlin', locale: 'de-DE', hour_cycle: null })
  expect([
    formatNumber(1_234_567),
    formatDay('2026-01-31T23:30:00Z'),
    formatTime('2026-01-31T23:30:00Z'),
  ]).toEqual(['1.234.567', '01.02.2026', '00:30'])
  expect(plain(formatMoney(12.5, 'EUR'))).toBe('12,50 €')
  expect([userUnit(), distanceLabel(2.44)]).toEqual(['km', '2,4 km'])
  setFormats({ time_zone: 'America/New_York', locale: 'en-US', hour_cycle: 'h23' })
  expect(formatTime('2026-01-31T23:30:00Z')).toBe('18:30')
  setFormats({ time_zone: 'America/New_York', locale: 'en-US', hour_cycle: 'h12' })
  expect(plain(formatTime('2026-01-31T23:30:00Z'))).toBe('6:30 PM')
  expect(userUnit()).toBe('mi')
})

test('follows clock changes, and shows midnight as 00 on the 24-hour clock', () => {
  setFormats({ time_zone: 'Europe/Berlin', locale: 'en-GB', hour_cycle: 'h23' })
  // On 25 October 2026, 2 o’clock occurs twice; on 29 March, not at all.
  expect(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T23:00:00Z'].map(formatTime)).toEqual([
    '02:30',
    '02:30',
    '00:00',
  ])
  expect(['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map(formatTime)).toEqual(['01:59', '03:00'])
  expect(formatExact('2026-10-25T01:30:00Z')).toBe('25 Oct 2026, 02:30:00')
})

test('a date without a time is the same day in every time zone', () => {
  setFormats({ time_zone: 'Pacific/Honolulu', locale: 'en-GB', hour_cycle: null })
  expect([formatDay('2026-11-16'), formatShortDay('2026-11-16'), formatDay('2026-11-16T00:00:00Z')]).toEqual([
    '16 Nov 2026',
    '16 Nov',
    '15 Nov 2026',
  ])
})

test('a sample previews a format before it is saved', () => {
  const at = Date.parse('2026-11-16T14:30:00Z')
  const formats = { time_zone: 'UTC', locale: 'de-DE', hour_cycle: null } as const
  expect(formatSample(formats, at)).toBe('16.11.2026, 14:30 · 12.345,60')
})

test('a moment is shown in the given time zone, not in the reader’s', () => {
  expect(formatMomentIn('Asia/Kolkata', '2026-11-30T23:30:00Z')).toContain('Dec 1')
})
