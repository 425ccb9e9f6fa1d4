import { expect, test } from 'vitest'
import { emailSearchLabel, searchedLabel } from './email-search-labels.ts'

test('a search for an email shows its reason after its state, in words if it has no label', () => {
  expect(emailSearchLabel('not_tried', 'credits')).toBe('Not tried: the credits ran out')
  expect(emailSearchLabel('some_new_state', 'some_new_fault')).toBe('some new state: some new fault')
})

test('shows how many sources a search has queried, and when', () => {
  const now = new Date().toISOString()
  expect(searchedLabel({ email_search_sources: 3, email_search_at: now })).toBe('3 sources, today')
  expect(searchedLabel({ email_search_sources: 1 })).toBe('1 source')
  expect(searchedLabel({})).toBe('')
})
