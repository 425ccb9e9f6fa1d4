import { expect, test } from 'vitest'
import { findPosition, neighborPositions, onPages, positionAfterRemoval } from './next-leads.ts'

const page = (ids: number[], currentPage: number) => ({
  data: ids.map((id) => ({ id })),
  currentPage,
  pageSize: 3,
  total: 8,
})

test('a lead has a position in the whole result on any page', () => {
  expect([findPosition(page([5, 6, 7], 1), 6), findPosition(page([5, 6, 7], 3), 5)]).toEqual([1, 6])
  expect(findPosition(page([5, 6, 7], 1), 99)).toBeNull()
})

test('neighbors cross page borders and end with the result', () => {
  expect(neighborPositions({ at: 2, gone: false }, 8)).toEqual({ back: 1, on: 3 })
  expect(neighborPositions({ at: 0, gone: false }, 8)).toEqual({ back: null, on: 1 })
  expect(neighborPositions({ at: 7, gone: false }, 8)).toEqual({ back: 6, on: null })
  expect(onPages(3, 3)).toEqual({ page: 2, index: 0 })
  expect(onPages(2, 3)).toEqual({ page: 1, index: 2 })
})

test('the next lead moves up when one is removed', () => {
  expect(neighborPositions({ at: 2, gone: true }, 7)).toEqual({ back: 1, on: 2 })
  expect(neighborPositions({ at: 7, gone: true }, 7)).toEqual({ back: 6, on: null })
  expect([positionAfterRemoval(2, 8), positionAfterRemoval(7, 8), positionAfterRemoval(0, 1)]).toEqual([
    2,
    6,
    null,
  ])
})
