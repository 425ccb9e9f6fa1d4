import { expect, test } from 'vitest'
import { lastPage, pastTheEnd } from './pager.tsx'

test('an empty result has one page', () => {
  expect([lastPage(0, 20), lastPage(20, 20), lastPage(21, 20)]).toEqual([1, 1, 2])
})

test('only a page beyond the end redirects to the last one', () => {
  const page = { data: [], total: 45, pageSize: 20 }
  expect(pastTheEnd({ ...page, currentPage: 5000 })).toBe(3)
  expect(pastTheEnd({ ...page, currentPage: 3 })).toBeNull()
  expect(pastTheEnd({ ...page, data: [1], currentPage: 4 })).toBeNull()
  expect(pastTheEnd({ ...page, total: 0, currentPage: 2 })).toBeNull()
  expect(pastTheEnd(undefined)).toBeNull()
})
