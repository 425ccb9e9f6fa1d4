import { expect, test } from 'vitest'
import { fuzzyMatch, markedRanges } from './fuzzy.ts'

const marked = (query: string, text: string): string | undefined => {
  const match = fuzzyMatch(query, text)
  return match?.ranges.map(([from, to]) => text.slice(from, to)).join('|')
}

test('words are found in any order, in capitals or not, with accents or without', () => {
  expect(marked('SEARCH new', 'New Search')).toBe('New|Search')
  expect(marked('munch', 'Bäcker in München')).toBe('Münch')
  expect(marked('sav lis', 'Saved Lists')).toBe('Sav|Lis')
  expect(marked('saved x', 'Saved Lists')).toBeUndefined()
})

test('beginnings of words are enough, letters from anywhere are not', () => {
  expect(marked('nse', 'New Search')).toBe('N|Se')
  expect(marked('nws', 'New Search')).toBeUndefined()
  expect(marked('wsr', 'New Search')).toBeUndefined()
  expect(marked('', 'New Search')).toBeUndefined()
})

test('the beginning counts more than a word, a word more than its middle, and a shown word more than a hidden one', () => {
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

test('marks what the server found', () => {
  expect(markedRanges('acme or', 'Acme of Oregon')).toEqual([
    [0, 4],
    [8, 10],
  ])
})
