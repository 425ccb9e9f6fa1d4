import { expect, test } from 'vitest'
import { firstIds } from './first-ids.ts'

const resultOf = (total: number) => {
  const requested: number[] = []
  const fetchPage = async (page: number, limit: number) => {
    requested.push(page)
    const start = (page - 1) * limit
    const size = Math.max(0, Math.min(limit, total - start))
    return { data: Array.from({ length: size }, (_, index) => ({ id: start + index + 1 })) }
  }
  return { requested, fetchPage }
}

test('requests only the pages it needs', async () => {
  const { requested, fetchPage } = resultOf(1000)
  const ids = await firstIds(250, fetchPage)
  expect(ids).toHaveLength(250)
  expect(ids.at(-1)).toBe(250)
  expect(requested).toEqual([1, 2])
})

test('stops at the end of the result', async () => {
  const { requested, fetchPage } = resultOf(30)
  expect(await firstIds(500, fetchPage)).toHaveLength(30)
  expect(requested).toEqual([1])
})
