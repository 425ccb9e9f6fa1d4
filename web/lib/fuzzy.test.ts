import { expect, test } from 'vitest'
import { fuzzyMatch, markedRanges } from './fuzzy.ts'

const marked = (query: string, text: string): string | undefined => {
  const match = fuzzyMatch(query, text)
  return match?.ranges.map(([from, to]) => text.slice(from, to)).join('|')
}

test('finds words in any order, ignoring case and accents', () => {
  expect(marked('SEARCH new', 'New Search')).toBe('New|Search')
  expect(marked('munch', 'Bäcker in München')).toBe('Münch')
  expect(marked('sav lis', 'Saved Lists')).toBe('Sav|Lis')
  expect(marked('saved x', 'Saved Lists')).toBeUndefined()
})

test('matches the start of words, not scattered letters', () => {
  expect(marked('nse', 'New Search')).toBe('N|Se')
  expect(marked('nws', 'New Search')).toBeUndefined()
  expect(marked('wsr', 'New Search')).toBeUndefined()
  expect(marked('', 'New Search')).toBeUndefined()
})

test('ranks the start of the text over the start of a word, that over its middle, and visible words over hidden ones', () => {
  const score = (query: string, text: string, also?: string[]) => fuzzyMatch(query, text, also)?.score ?? 0
  const order = [
    score('mail', 'Mail'),
    score('mail', 'Mail server'),
    score('mail', 'The mail'),
    score('mail', 'Email'),
    score('mail', 'SMTP', ['mail']),
    score('ma', 'Move all'),
  ]
  expect(order).toEqual(order.toSorted((a, b) => b - a))
  expect(new Set(order).size).toBe(order.length)
})

test('the matches that the server found are highlighted', () => {
  expect(markedRanges('acme or', 'Acme of Oregon')).toEqual([
    [0, 4],
    [8, 10],
  ])
})
