import { expect, it } from 'vitest'
import { applyKey } from './password-prompt.ts'

const type = (keys: string) => {
  let typed = ''
  for (const key of keys) {
    const next = applyKey(typed, key)
    if (next.done) return typed
    typed = next.typed
  }
  return `${typed} (open)`
}

it('reads keys up to the end of the line, with erasing', () => {
  expect(type('sec\u007f\u007fecret\r')).toBe('secret')
  expect(type('ä𝄞\bx\n')).toBe('äx')
  expect(type('a\u001bb\u0004')).toBe('ab')
})

it('the password prompt ends on Ctrl-C', () => {
  expect(() => type('ab\u0003')).toThrow('Interrupted')
})
