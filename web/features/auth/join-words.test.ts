import { expect, test } from 'vitest'
import { joinWords } from './join-words.ts'

test('a team is named by its company, or by who invites', () => {
  expect(joinWords({ account_name: 'Baker Street', invited_by: 'Nina Novak' })).toBe('Join Baker Street')
  expect(joinWords({ account_name: 'Nina Novak', invited_by: 'Nina Novak' })).toBe(
    'Join Nina Novak\u2019s team',
  )
})
