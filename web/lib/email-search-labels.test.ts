import { expect, test } from 'vitest'
import { EMAIL_SEARCH_STATES, NOT_TRIED_REASONS } from '#contract/leads/email-search.ts'
import { emailSearchLabel, emailSearchReason, searchedLabel } from './email-search-labels.ts'

test('every state and reason has its own label', () => {
  expect(new Set(EMAIL_SEARCH_STATES.map((state) => emailSearchLabel(state))).size).toBe(
    EMAIL_SEARCH_STATES.length,
  )
  for (const reason of NOT_TRIED_REASONS) expect(emailSearchReason(reason)).not.toContain('_')
  expect(emailSearchLabel('some_new_state', 'some_new_fault')).toBe('some new state: some new fault')
})

test('shows the reason after the state', () => {
  expect(emailSearchLabel('queued')).toBe('Queued')
  expect(emailSearchLabel('unreadable', 'timeout')).toBe(
    'Couldn’t read the website: it took too long to respond',
  )
  expect(emailSearchLabel('not_tried', 'credits')).toBe('Not tried: the credits ran out')
})

test('shows how many sources a search has queried, and when', () => {
  const now = new Date().toISOString()
  expect(searchedLabel({ email_search_sources: 3, email_search_at: now })).toBe('3 sources, today')
  expect(searchedLabel({ email_search_sources: 1 })).toBe('1 source')
  expect(searchedLabel({})).toBe('')
})
