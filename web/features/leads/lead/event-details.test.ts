import { expect, test } from 'vitest'
import { detailWords } from './event-details.ts'

test.each([
  [
    { run_id: 7, email_search: 'unreadable', email_search_reason: 'timeout' },
    "Couldn't read the website: it took too long to answer",
  ],
  [{ count: 3 }, '3 leads'],
  [{ count: 1 }, '1 lead'],
  [{ name: 'Breweries' }, 'Breweries'],
  [{ from: 'A', to: 'B' }, 'from “A” to “B”'],
  [{ fields: ['email', 'linkedin_url'], run_id: 7 }, 'Email, Linkedin url'],
  [{ source: 'open_corpus', run_id: 7 }, 'Source: Open corpus'],
  [{ from_id: 1, to_id: 2, filters: { a: 1 }, empty: '', something: 3 }, ''],
])('%j is told as "%s"', (detail, words) => {
  expect(detailWords(detail)).toBe(words)
})
