import { expect, test } from 'vitest'
import { detailWords } from './event-details.ts'

test('details show what people can read and leave out ids and nested parts', () => {
  expect(detailWords({ from: 'A', to: 'B', run_id: 7, filters: { a: 1 }, leads_total: 3, empty: '' })).toBe(
    'from: A, to: B, leads total: 3',
  )
  expect(detailWords({ run_id: 7, email_search: 'unreadable', email_search_reason: 'timeout' })).toBe(
    "Couldn't read the website: it took too long to answer",
  )
})
