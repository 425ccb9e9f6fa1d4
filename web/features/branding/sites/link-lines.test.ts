import { expect, test } from 'vitest'
import { DEFAULT_MENU } from '#contract/branding/default-brand.ts'
import { linkProblems, linkValues, moveLine, newLine, nextLine, toMenu } from './link-lines.ts'

const line = (label: string, url = 'https://example.com/') => newLine({ label, url })

test('a site without its own links starts from the defaults, and saving those unchanged keeps the default', () => {
  const values = linkValues({ menu: null })
  expect(values.menu.map(({ label, url }) => ({ label, url }))).toEqual(DEFAULT_MENU)
  expect(toMenu(values)).toEqual({ menu: null })
  expect(toMenu({ menu: [] })).toEqual({ menu: [] })
})

test('a line moves within the list and stops at its ends', () => {
  const lines = ['a', 'b', 'c'].map((label) => line(label))
  const order = (place: number) =>
    moveLine(lines, lines[0]!.id, place)
      .map(({ label }) => label)
      .join('')
  expect([order(1), order(9), order(-1)]).toEqual(['bac', 'bca', 'abc'])
})

test('a new line takes the next common link', () => {
  expect(nextLine([]).label).toBe('Community')
  expect(nextLine([line('Community')]).label).toBe('Q&A Office Hours')
})

test('errors are shown at their line: missing label, missing address, or neither URL nor page', () => {
  const isPage = (path: string) => path === '/help'
  const lines = [
    line('', ''),
    line('Bad', 'javascript:alert(1)'),
    line('Lost', '/nowhere'),
    line('Help', '/help'),
  ]
  expect(linkProblems(lines, isPage)).toEqual({
    0: { label: 'Field is required', url: 'Field is required' },
    1: { url: 'Field must be a valid url' },
    2: { url: 'There’s no page at this address' },
  })
})
