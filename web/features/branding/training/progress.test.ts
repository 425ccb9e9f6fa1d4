import { expect, test } from 'vitest'
import { courseToResume, howFar, itemToOpen } from './progress.ts'

test('the reader’s progress is described by pages, and by steps once one is done', () => {
  const labels = [
    [0, 0],
    [1, 0],
    [8, 0],
    [8, 3],
    [8, 8],
  ].map(([items, done]) => howFar({ items: items!, done: done! }))
  expect(labels).toEqual(['Coming soon', '1 page', '8 pages', '3 of 8 done', 'Done'])
})

test('a course opens where the reader left it, unless the address names a step', () => {
  const items = [{ id: 1 }, { id: 2 }, { id: 3 }]
  expect(itemToOpen(items, null, 2)?.id).toBe(2)
  expect(itemToOpen(items, 3, 2)?.id).toBe(3)
  expect(itemToOpen(items, 99, null)?.id).toBe(1)
  expect(itemToOpen([], null, null)).toBe(undefined)
})

test('the course to continue is the first one started but not finished', () => {
  const course = (id: number, done: number) => ({ id, items: 3, done }) as never
  expect(courseToResume([course(1, 0), course(2, 3), course(3, 1), course(4, 2)])?.id).toBe(3)
  expect(courseToResume([course(1, 0)])).toBe(undefined)
})
