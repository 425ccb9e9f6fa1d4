import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createGathering } from './gather.ts'

it('works on what comes in within the time in one go, and on later items in another', async () => {
  const batches: number[][] = []
  const double = createGathering(10, async (items: number[]) => {
    batches.push(items)
    await sleep(5)
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(batches).toEqual([[1, 2, 3], [4]])
})

it('tells each of an error, and goes on', async () => {
  const work = createGathering(1, async (items: string[]) => {
    if (items.includes('bad')) throw new Error('refused')
    return items
  })
  const outcomes = await Promise.allSettled([work('good'), work('bad')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await work('good')).toBe('good')
})
