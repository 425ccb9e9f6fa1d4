import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { abortable } from './abortable.ts'
import { collectGarbage } from './collect-garbage.ts'

const drain = async (stream: AsyncIterable<unknown>): Promise<void> => {
  for await (const _item of stream);
}

it('throws the reason while the stream waits for something that ignores the signal', async () => {
  const ending = new AbortController()
  let isAskedToEnd = false
  const stream: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      async return() {
        isAskedToEnd = true
        return { done: true, value: undefined }
      },
    }),
  }
  setTimeout(() => ending.abort(new Error('enough')), 5)
  await expect(drain(abortable(stream, ending.signal))).rejects.toThrow('enough')
  expect(isAskedToEnd).toBe(true)
  await expect(drain(abortable(stream, ending.signal))).rejects.toThrow('enough')
})

it('passes on all items, and the error of the stream', async () => {
  async function* stream() {
    yield 1
    yield 2
    throw new Error('broken')
  }
  const seen: number[] = []
  const reading = async () => {
    for await (const item of abortable(stream(), new AbortController().signal)) seen.push(item)
  }
  await expect(reading()).rejects.toThrow('broken')
  expect(seen).toEqual([1, 2])
})

it('keeps no item that was passed on', async () => {
  const passed: WeakRef<object>[] = []
  async function* stream() {
    for (let n = 0; n < 20; n += 1) {
      await sleep(0)
      yield { n }
    }
  }
  let left = -1
  for await (const item of abortable(stream(), new AbortController().signal)) {
    passed.push(new WeakRef(item))
    if (passed.length < 20) continue
    await sleep(1)
    collectGarbage()
    left = passed.filter((reference) => reference.deref()).length
  }
  expect(left).toBeLessThan(5)
})
