import { expect, test } from 'vitest'
import { readPageTarget } from './page-targets.ts'

const refresh = (content: string) => readPageTarget('meta', { 'http-equiv': 'Refresh', content })

test.each([
  ['0; URL=/de/', '/de/'],
  ["3;url='/a?b=1'", '/a?b=1'],
  ['0, /next', '/next'],
  ['300', null],
  ['', null],
])('a refresh with %j leads to %s', (content, expected) => {
  expect(refresh(content)).toBe(expected)
})

test('frames lead to their source; other tags nowhere', () => {
  expect(readPageTarget('frame', { src: 'menu.html' })).toBe('menu.html')
  expect(readPageTarget('iframe', {})).toBeNull()
  expect(readPageTarget('img', { src: 'a.png' })).toBeNull()
  expect(readPageTarget('meta', { name: 'refresh', content: '0; url=/a' })).toBeNull()
})
