import { expect, test } from 'vitest'
import { detailLabel } from './event-details.ts'

test.each([
  [{ count: 3 }, '3 leads'],
  [{ count: 1 }, '1 lead'],
  [{ name: 'Breweries' }, 'Breweries'],
  [{ from: 'A', to: 'B' }, 'from “A” to “B”'],
  [{ from_id: 1, to_id: 2, filters: { a: 1 }, empty: '', something: 3 }, ''],
])('%j is shown as "%s"', (detail, expected) => {
  expect(detailLabel(detail)).toBe(expected)
})
