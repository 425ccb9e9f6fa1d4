import { expect, it } from 'vitest'
import { type Paging, readPages } from './read-pages.ts'

it('reads a list with cursors by them, to the end, although its number of rows changes', async () => {
  const seen: Paging[] = []
  const replies = [
    { data: [1, 2], total: 3, next_cursor: 'a' },
    { data: [3, 4], total: 3, next_cursor: 'b' },
    { data: [5], total: 3, next_cursor: null },
  ]
  const read = async (paging: Paging) => {
    seen.push(paging)
    return replies[seen.length - 1] as (typeof replies)[number]
  }
  expect(await readPages(Number.POSITIVE_INFINITY, 2, read)).toEqual({ data: [1, 2, 3, 4, 5], total: 3 })
  expect(seen).toEqual([
    { page: 1, limit: 2 },
    { cursor: 'a', limit: 2 },
    { cursor: 'b', limit: 2 },
  ])
})

it('reads a list without cursors by number, and no more than is asked for', async () => {
  const pages: unknown[] = []
  const read = async (paging: Paging) => {
    pages.push(paging)
    return { data: [1, 2], total: 100 }
  }
  expect((await readPages(3, 2, read)).data).toEqual([1, 2, 1])
  expect(pages).toEqual([
    { page: 1, limit: 2 },
    { page: 2, limit: 2 },
  ])
})
