import { expect, it } from 'vitest'
import { createSteps } from './breathe.ts'

/** Whether others had their turn while `work` was done. */
async function hadTurn(work: () => Promise<unknown>): Promise<boolean> {
  let had = false
  setImmediate(() => {
    had = true
  })
  await work()
  return had
}

const busy = (ms: number): string => {
  for (const begin = performance.now(); performance.now() - begin < ms; );
  return 'done'
}

it('does short steps in one go and lets others have their turn after long ones', async () => {
  const step = createSteps()
  expect(await hadTurn(() => step(() => 'short'))).toBe(false)
  expect(await hadTurn(() => step(() => busy(11)))).toBe(true)
  expect(await step(() => busy(11))).toBe('done')
})

it('counts steps together', async () => {
  const step = createSteps()
  const several = async () => {
    for (let count = 0; count < 4; count += 1) await step(() => busy(3))
  }
  expect(await hadTurn(several)).toBe(true)
})
