import { expect, it } from 'vitest'
import { collapseSpaces } from './collapse-spaces.ts'

it.each([
  ['', ''],
  [' ', ' '],
  ['a b', 'a b'],
  ['  a  b\n', ' a b '],
  ['a\n b\t\tc \n d', 'a b c d'],
  ['\u00a0a\u2003\u00a0b\ufeff', ' a b '],
])('replaces %j with one space between words', (text, one) => {
  expect(collapseSpaces(text)).toBe(one)
  expect(collapseSpaces(text)).toBe(text.replace(/\s+/g, ' '))
})
