import { expect, test } from 'vitest'
import { detailWords } from './event-details.ts'

test('details show what people can read and leave out ids and nested parts', () => {
  expect(detailWords({ from: 'A', to: 'B', run_id: 7, filters: { a: 1 }, leads_total: 3, empty: '' })).toBe(
    'from: A, to: B, leads total: 3',
  )
})
