import { expect, test } from 'vitest'
import { timeIn, timeZones, zoneLabel, zoneMatches } from './time-zones.ts'

test('the current time zone is always listed, once', () => {
  const zones = timeZones('Sample/Elsewhere')
  expect(zones).toContain('Sample/Elsewhere')
  expect(zones).toContain('UTC')
  expect(zones).toContain('Europe/Berlin')
  expect(timeZones('UTC').filter((zone) => zone === 'UTC')).toHaveLength(1)
})

test('finds time zones by words in any order', () => {
  expect(zoneLabel('America/New_York')).toBe('America/New York')
  expect(zoneMatches('America/New_York', 'new york')).toBe(true)
  expect(zoneMatches('America/New_York', 'york amer')).toBe(true)
  expect(zoneMatches('America/New_York', 'America/New_York')).toBe(true)
  expect(zoneMatches('America/New_York', 'berlin')).toBe(false)
  expect(zoneMatches('America/New_York', '')).toBe(true)
})

test('shows the local time of a zone, or nothing for an unknown one', () => {
  const noon = Date.UTC(2026, 0, 1, 12)
  expect(timeIn('UTC', noon)).not.toBe(timeIn('Asia/Tokyo', noon))
  expect(timeIn('Sample/Elsewhere', noon)).toBeNull()
})
