import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it('cutting a text never cuts a character in two', () => {
  expect(cutText(`${'x'.repeat(9)}\u{1f37a}`, 10)).toBe('x'.repeat(9))
  expect(cutText(`${'x'.repeat(9)}\u{1f37a}`, 11)).toBe(`${'x'.repeat(9)}\u{1f37a}`)
  expect(cutText('a\ud83db', 2)).toBe('a')
})
