import { expect, test } from 'vitest'
import { distinctOrigins, methodWords, type Origin } from './value-origins.ts'

const origin = (change: Partial<Origin>): Origin => ({
  source: 'Open data',
  url: null,
  method: 'open_data_import',
  confidence: 0.8,
  observed_at: null,
  licence: 'CC0',
  record: '1',
  ...change,
})

test('a source is named once, however many values it gave and whenever it gave them', () => {
  const later = origin({ observed_at: '2026-01-01T00:00:00Z', confidence: 0.9 })
  const other = origin({ source: 'Website', url: 'https://example.com/' })
  expect(distinctOrigins({ name: origin({}), phone: later, email: other })).toEqual([origin({}), other])
  expect(distinctOrigins({})).toEqual([])
  expect(methodWords(origin({}))).toBe('open data import')
})
