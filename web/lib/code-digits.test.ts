import { expect, test } from 'vitest'
import { codeDigits, isWholeCode } from './code-digits.ts'

test('a pasted code keeps up to six digits', () => {
  expect(codeDigits(' 123 456 ')).toBe('123456')
  expect(codeDigits('Your code is 12-34-56. It is valid for 60 minutes')).toBe('123456')
  expect(codeDigits('12a')).toBe('12')
  expect(codeDigits('none')).toBe('')
})

test('a code is complete with six digits', () => {
  expect(isWholeCode('12345')).toBe(false)
  expect(isWholeCode('123456')).toBe(true)
})
