import { expect, test } from 'vitest'
import { countNotes, skippedLabels } from './count-notes.ts'

const count = {
  matched: 3,
  certainty: 'counted' as const,
  without_coordinates: 0,
  without_coordinates_in: null,
  no_data: false,
  category: null,
  title: null,
  area: null,
  data_as_of: null,
  data_sources: [],
  near: null,
  not_applied: [],
  left_out: [],
  retention: [],
  skipped: [],
}

test('explains how a search was read and what it leaves out', () => {
  expect(countNotes(count)).toEqual([])
  expect(
    countNotes({
      ...count,
      without_coordinates: 12,
      without_coordinates_in: 'Oregon, United States',
      category: { labels: ['Tax Advisor Office'], as_keywords: false },
      near: { lat: 45.5, lon: -122.6, label: 'Portland, Oregon, United States' },
    }),
  ).toEqual([
    'Searching Tax Advisor Office',
    'Around Portland, Oregon, United States',
    '12 more match in Oregon, United States, but have no coordinates for the radius',
  ])
  expect(countNotes({ ...count, category: { labels: [], as_keywords: true } })).toEqual([
    'No category matches, so we search names and addresses for these words',
  ])
})

test('names the data sets of the matches, each with license and date', () => {
  const osm = { source: 'osm', licence: 'ODbL-1.0', data_as_of: '2026-11-12T08:00:00.000Z' }
  const register = { source: 'City register', licence: 'CC BY 4.0', data_as_of: null }
  expect(countNotes({ ...count, data_as_of: osm.data_as_of, data_sources: [osm, register] })).toEqual([
    'Data: osm · ODbL-1.0 · as of Nov 12, 2026',
    'Data: City register · CC BY 4.0',
  ])
})

test('explains a position and a place', () => {
  const title = { also: ['chief executive officer', 'managing director'], words: [] }
  const area = { labels: ['Georgia', 'Georgia, United States'], as_keywords: false }
  expect(countNotes({ ...count, title, area })).toEqual([
    'Position also: chief executive officer, managing director',
    'In Georgia or Georgia, United States',
  ])
  expect(
    countNotes({
      ...count,
      title: { also: [], words: ['rocket', 'baker'] },
      area: { labels: [], as_keywords: true },
    }),
  ).toEqual([
    'Positions with the words “rocket”, “baker”',
    'No place matches, so we search locations for these words',
  ])
  expect(countNotes({ ...count, title: { also: ['vice president'], words: ['rocketry'] } })).toEqual([
    'Position also: vice president, each with “rocketry”',
  ])
})

test('names skipped entries with the reason', () => {
  expect(skippedLabels([{ entry: 'acme.exampel', reason: 'No domain ends in .exampel' }])).toEqual([
    '1 invalid entry skipped:',
    'acme.exampel – No domain ends in .exampel',
  ])
  const many = Array.from({ length: 7 }, (_, n) => ({ entry: `${n}`, reason: 'Not a domain' }))
  expect(skippedLabels(many)).toHaveLength(7)
  expect(skippedLabels(many).at(-1)).toBe('and 2 more')
})

test('shows how well a vendor’s matches fit', () => {
  expect(countNotes({ ...count, certainty: 'estimate' })[0]).toMatch(/^Estimated by the source/)
  expect(countNotes({ ...count, certainty: 'unknown' })[0]).toMatch(/can’t count for free/)
})
