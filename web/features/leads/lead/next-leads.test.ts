import { describe, expect, test } from 'vitest'
import { neighbours } from './next-leads.ts'

describe('neighbours of a lead', () => {
  test('inside a page they are known by id', () => {
    expect(neighbours([5, 6, 7], 6, 1, 3, 9)).toEqual({
      back: { page: 1, id: 5, at: -1 },
      on: { page: 1, id: 7, at: 0 },
    })
  })

  test('over the edge of a page they are the last of the page before and the first of the page after', () => {
    expect(neighbours([5, 6, 7], 7, 2, 3, 9).on).toEqual({ page: 3, at: 0 })
    expect(neighbours([5, 6, 7], 5, 2, 3, 9).back).toEqual({ page: 1, at: -1 })
  })

  test('the ends of the result and leads of elsewhere have none', () => {
    expect(neighbours([8, 9], 9, 3, 3, 8).on).toBeNull()
    expect(neighbours([1, 2], 1, 1, 3, 2).back).toBeNull()
    expect(neighbours([1, 2], 99, 1, 3, 2)).toEqual({ back: null, on: null })
  })
})
