import { describe, expect, it } from 'vitest'
import { TECHNOLOGY_EXAMPLES } from '#server/testing/technology-examples.ts'
import { TECHNOLOGIES } from './technologies.ts'

describe('each technology rule', () => {
  it.each(TECHNOLOGIES.map((rule) => [rule.name, rule.in, rule] as const))(
    'of %s in a %s hits its example',
    (name, place, { pattern }) => {
      const own = TECHNOLOGY_EXAMPLES.filter((one) => one[0] === name && one[1] === place)
      expect(own.some(([, , text]) => pattern.test(text))).toBe(true)
    },
  )

  it.each(TECHNOLOGY_EXAMPLES)('says nothing but %s of a %s: %s', (name, place, text) => {
    const named = TECHNOLOGIES.filter((rule) => rule.in === place && rule.pattern.test(text))
    expect([...new Set(named.map((rule) => rule.name))]).toEqual([name])
  })
})

describe('a hostile text', () => {
  const SIZE = 200_000
  const PIECES = [
    ' ',
    'a',
    '/',
    '.',
    '-',
    '1',
    'https://',
    '/vue',
    'via: ',
    'server: ',
    'gtag(',
    "gtag('config'  ",
    'jquery-1.',
    '/web/assets/',
    'wordpress ',
    'piAId ',
  ]
  it.each(PIECES)('of %j again and again takes no rule longer than its length', (piece) => {
    const texts = [SIZE, SIZE * 4].map((size) => piece.repeat(Math.ceil(size / piece.length)))
    for (const text of texts) for (const { pattern } of TECHNOLOGIES) pattern.test(text)
    // A rule that backtracks would not come to its end within the time of a test.
    expect(texts).toHaveLength(2)
  })
})
