import { expect, test } from 'vitest'
import { type HelpSection, searchGuides } from './search-guides.ts'

const section = (heading: string, text: string, title = 'Lists'): HelpSection => ({
  guide: 'lists',
  title,
  id: heading.toLowerCase(),
  heading,
  text,
})
const SECTIONS = [
  section('Export', 'Saves the leads as CSV. Labels and tags go along.'),
  section('Labels', 'Words of your own on leads, at any stage.'),
  section('Café', 'A résumé of everything.'),
]
const headings = (query: string) => searchGuides(SECTIONS, query).map(({ heading }) => heading)

test('every term has to match the start of a word; headings rank first', () => {
  expect(headings('label')).toEqual(['Labels', 'Export'])
  expect(headings('label csv')).toEqual(['Export'])
  expect(headings('tag')).toEqual(['Export'])
  expect(headings('nothing')).toEqual([])
  expect(headings('  ')).toEqual([])
})

test('ignores case and accents, and matches signs literally', () => {
  expect(headings('CAFE resume')).toEqual(['Café'])
  expect(headings('(.*')).toEqual([])
})

test('words of the title match each of its sections', () => {
  expect(headings('lists own')).toEqual(['Labels'])
})

test('cuts an excerpt around the first match and marks it', () => {
  expect(searchGuides(SECTIONS, 'labels')[1]?.excerpt).toEqual([
    'Saves the leads as CSV. ',
    'Labels',
    ' and tags go along.',
  ])
  const long = section('Long', `${'before '.repeat(40)}needle ${'after '.repeat(60)}`.trim())
  const [start, word, end] = searchGuides([long], 'needle').flatMap(({ excerpt }) => excerpt)
  expect(word).toBe('needle')
  expect(start).toMatch(/^… before/)
  expect(end).toMatch(/after …$/)
  expect(`${start}${word}${end}`.length).toBeLessThan(200)
})
