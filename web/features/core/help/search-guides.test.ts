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

test('every word has to be there, at the beginning of a word; headings come first', () => {
  expect(headings('label')).toEqual(['Labels', 'Export'])
  expect(headings('label csv')).toEqual(['Export'])
  expect(headings('tag')).toEqual(['Export'])
  expect(headings('nothing')).toEqual([])
  expect(headings('  ')).toEqual([])
})

test('capitals and accents do not matter, and signs are taken as they are', () => {
  expect(headings('CAFE resume')).toEqual(['Café'])
  expect(headings('(.*')).toEqual([])
})

test('the words of the title count for each of its sections', () => {
  expect(headings('lists own')).toEqual(['Labels'])
})

test('an excerpt is cut around the first word found, which stands apart', () => {
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
