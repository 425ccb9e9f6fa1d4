import { expect, it } from 'vitest'
import { createBudget } from './budget.ts'

it('starts no more requests at once than can be paid', async () => {
  const budget = createBudget(5)
  expect(await Promise.all([budget.take(3), budget.take(2)])).toEqual([true, true])
  const third = budget.take(1)
  budget.release(3, 3)
  budget.release(2, 2)
  expect(await third).toBe(false)
})

it('lets waiting ones continue with unspent credits, in order of arrival', async () => {
  const budget = createBudget(2)
  await budget.take(2)
  const served: number[] = []
  const waiting = [1, 2, 3].map(async (n) => {
    if (await budget.take(1)) served.push(n)
  })
  budget.release(2, 0)
  await Promise.all(waiting.slice(0, 2))
  expect(served).toEqual([1, 2])
  budget.release(1, 1)
  budget.release(1, 1)
  await Promise.all(waiting)
  expect(served).toEqual([1, 2])
})

it('refuses at once what exceeds the rest, and lets free requests pass', async () => {
  const budget = createBudget(1)
  expect(await budget.take(2)).toBe(false)
  await budget.take(1)
  expect(await budget.take(0)).toBe(true)
})
