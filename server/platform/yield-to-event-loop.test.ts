import { expect, it } from 'vitest'
import { createSteps } from './yield-to-event-loop.ts'

/** Whether other tasks got a turn while `work` ran. */
async function othersGotTurn(work: () => Promise<unknown>): Promise<boolean> {
  let had = false
  setImmediate(() => {
    had = true
  })
  await work()
  return had
}

/** Steps on a clock that only advances while one of them runs. */
function timedSteps() {
  let time = 0
  const work = (ms: number): string => {
    time += ms
    return 'done'
  }
  return { step: createSteps(() => time), work }
}

it('runs short steps in one go and yields after long ones', async () => {
  const { step, work } = timedSteps()
  expect(await othersGotTurn(() => step(() => work(1)))).toBe(false)
  expect(await othersGotTurn(() => step(() => work(11)))).toBe(true)
  expect(await step(() => work(11))).toBe('done')
})

it('adds up the time of consecutive steps', async () => {
  const { step, work } = timedSteps()
  const several = async () => {
    for (let count = 0; count < 4; count += 1) await step(() => work(3))
  }
  expect(await othersGotTurn(several)).toBe(true)
})
