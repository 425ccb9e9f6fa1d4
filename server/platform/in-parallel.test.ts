import { describe, expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

const collect = async <Item>(stream: AsyncIterable<Item[]>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const group of stream) all.push(...group)
  return all
}

describe('inParallel', () => {
  it('never exceeds the limit, and processes every item', async () => {
    let now = 0
    let max = 0
    const results = await collect(
      inParallel([5, 1, 4, 2, 3, 0], 3, async (item) => {
        now += 1
        max = Math.max(max, now)
        await new Promise((resolve) => setTimeout(resolve, item))
        now -= 1
        return item * 10
      }),
    )
    expect(results.sort((a, b) => a - b)).toEqual([0, 10, 20, 30, 40, 50])
    expect(max).toBe(3)
  })

  it('yields what is ready first', async () => {
    const gate = Promise.withResolvers<void>()
    const stream = inParallel(['slow', 'quick'], 2, async (item) => {
      if (item === 'slow') await gate.promise
      return item
    })
    expect((await stream.next()).value).toEqual(['quick'])
    gate.resolve()
    expect((await stream.next()).value).toEqual(['slow'])
    expect((await stream.next()).done).toBe(true)
  })

  it('continues while the caller is busy, and yields finished results at once', async () => {
    const stream = inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => item)
    await stream.next()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await stream.next()).value?.length).toBeGreaterThan(1)
  })

  it('takes an item only when a slot is free, even if nobody reads the results', async () => {
    let taken = 0
    function* endless() {
      for (;;) {
        taken += 1
        yield taken
      }
    }
    const stream = inParallel(endless(), 2, async (item) => item)
    await stream.next()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await stream.return()
    expect(taken).toBeLessThanOrEqual(6)
  })

  it('ends with the error of a failed item, after those in progress', async () => {
    let ended = false
    const stream = inParallel([1, 2], 2, async (item) => {
      if (item === 1) throw new Error('broken')
      await new Promise((resolve) => setTimeout(resolve, 5))
      ended = true
    })
    await expect(collect(stream)).rejects.toThrow('broken')
    expect(ended).toBe(true)
  })
})
