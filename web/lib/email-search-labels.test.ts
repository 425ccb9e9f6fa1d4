import { expect, test } from 'vitest'
import { EMAIL_SEARCH_STATES, NOT_TRIED_REASONS } from '#contract/email-search.ts'
import { emailSearchReason, emailSearchWords, missingEmailWords } from './email-search-labels.ts'

test('every state and reason has words of its own', () => {
  expect(new Set(EMAIL_SEARCH_STATES.map((state) => emailSearchWords(state))).size).toBe(
    EMAIL_SEARCH_STATES.length,
  )
  for (const reason of NOT_TRIED_REASONS) expect(emailSearchReason(reason)).not.toContain('_')
  expect(emailSearchWords('some_new_state', 'some_new_fault')).toBe('some new state: some new fault')
})

test('a lead without an email says what came of looking for one', () => {
  expect(missingEmailWords({ values: { email_search: 'queued' } })).toBe('Queued')
  expect(missingEmailWords({ values: { email_search: 'not_found' } })).toBe('Not found')
  expect(missingEmailWords({ values: { email_search: 'unreadable', email_search_reason: 'timeout' } })).toBe(
    "Couldn't read the website: it took too long to answer",
  )
  expect(missingEmailWords({ values: { email_search: 'not_tried', email_search_reason: 'credits' } })).toBe(
    'Not tried: the credits ran out',
  )
  expect(missingEmailWords({ values: {} })).toBeNull()
  expect(missingEmailWords({ values: { email: 'a@b.example', email_search: 'not_found' } })).toBeNull()
})
