import { expect, test } from 'vitest'
import { createHostGate } from './host-gate.ts'

/** A gate on a clock that moves only when someone waits. */
function gateOn(concurrency: number, delayMs: number) {
  let now = 1000
  const gate = createHostGate({
    concurrency,
    delayMs,
    now: () => now,
    pause: async (ms) => {
      now += ms
    },
  })
  const starts: number[] = []
  const pass = async () => {
    await gate.enter()
    starts.push(now - 1000)
  }
  return { gate, starts, pass }
}

test('starts are separated by the delay, from the first one on', async () => {
  const { gate, starts, pass } = gateOn(10, 250)
  for (let count = 0; count < 4; count += 1) await pass()
  gate.raiseDelay(1000)
  gate.raiseDelay(500)
  await pass()
  await pass()
  gate.hold(5000)
  await pass()
  expect(starts).toEqual([0, 250, 500, 750, 1750, 2750, 7750])
})

test('a slot goes to the longest waiting, and none is lost', async () => {
  const { gate } = gateOn(2, 0)
  const order: string[] = []
  const enter = (name: string) => gate.enter().then(() => void order.push(name))
  await Promise.all([enter('a'), enter('b')])
  const later = [enter('c'), enter('d')]
  await Promise.resolve()
  expect(order).toEqual(['a', 'b'])
  gate.leave()
  await later[0]
  expect(order).toEqual(['a', 'b', 'c'])
  gate.leave()
  await later[1]
  gate.leave()
  gate.leave()
  await Promise.all([enter('e'), enter('f')])
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})
