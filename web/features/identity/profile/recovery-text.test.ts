import { expect, test } from 'vitest'
import { inGroups, recoveryText } from './recovery-text.ts'

test('the file names the account and has one code per line', () => {
  const text = recoveryText(['aaaa-1111', 'bbbb-2222'], {
    site: 'Sample Site',
    email: 'a@sample.example',
    day: '1 Jan 2026',
  })
  const lines = text.split('\r\n')
  expect(lines[0]).toBe('Recovery codes of a@sample.example on Sample Site, 1 Jan 2026')
  expect(lines.slice(3, 5)).toEqual(['aaaa-1111', 'bbbb-2222'])
})

test('a secret is shown in groups of four', () => {
  expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(inGroups('')).toBe('')
})
