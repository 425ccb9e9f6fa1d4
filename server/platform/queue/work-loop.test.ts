import { expect, test } from 'vitest'
import type { Log } from '../log.ts'
import { createWorkLoop, type WorkLoopOptions } from './work-loop.ts'

const faults: unknown[] = []
const log = { error: (...line: unknown[]) => faults.push(line) } as unknown as Log

const loopOf = (options: Partial<WorkLoopOptions<string>>) =>
  createWorkLoop<string>({
    log,
    name: 'item',
    pollMs: 10,
    places: 2,
    key: (item) => item,
    find: async () => [],
    work: async () => {},
    ...options,
  })

test('processes no more items at once than it has slots, and all that are due', async () => {
  const due = new Set(['a', 'b', 'c', 'd', 'e'])
  let [now, max] = [0, 0]
  const loop = loopOf({
    find: async () => [...due],
    async work(item) {
      now += 1
      max = Math.max(max, now)
      await new Promise(setImmediate)
      due.delete(item)
      now -= 1
    },
  })
  await loop.drain()
  expect([...due]).toEqual([])
  expect(max).toBe(2)
})

test('starts an item that is due again only once per pass', async () => {
  const worked: string[] = []
  const loop = loopOf({ find: async () => ['a', 'b', 'c'], work: async (item) => void worked.push(item) })
  await loop.once()
  expect(worked).toEqual(['a', 'b', 'c'])
})

test('backs off from a failing item and continues with the others', async () => {
  const worked: string[] = []
  const loop = loopOf({
    find: async () => ['bad', 'good'].filter((item) => !worked.includes(item) || item === 'bad'),
    async work(item) {
      worked.push(item)
      if (item === 'bad') throw new Error('fault')
    },
  })
  faults.length = 0
  await loop.drain()
  expect(worked).toEqual(['bad', 'good'])
  expect(faults).toHaveLength(1)
  await loop.close()
})

test('passes the search what it holds, including items in backoff', async () => {
  const active: string[][] = []
  let finds = 0
  const loop = loopOf({
    places: 1,
    async find(items) {
      active.push([...items])
      return finds++ === 0 ? ['bad'] : []
    },
    async work() {
      throw new Error('fault')
    },
  })
  await loop.drain()
  await loop.once()
  expect(active.at(-1)).toEqual(['bad'])
  await loop.close()
})

test('a work loop can be woken during a search, and finishes what is in progress on close', async () => {
  const due: string[] = []
  const ended: string[] = []
  const loop = loopOf({
    pollMs: 60_000,
    find: async () => due.splice(0),
    work: (item, signal) =>
      new Promise((resolve) => {
        if (item === 'short') return resolve(void ended.push(item))
        signal.addEventListener('abort', () => resolve(void ended.push(item)))
      }),
  })
  loop.start()
  due.push('long', 'short')
  loop.wake()
  await expect.poll(() => ended).toEqual(['short'])
  await loop.close()
  expect(ended).toEqual(['short', 'long'])
})
