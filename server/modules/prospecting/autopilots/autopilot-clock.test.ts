import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { autopilotWorkerOf } from './autopilot-worker.ts'

let bench: AutopilotBench
let user: TestUser
beforeAll(async () => {
  bench = await autopilotBench()
  user = await bench.t.account({ credits: 2000 })
})
afterAll(() => bench?.t.close())

it('starts each slot once with daylight saving, jumps ahead and jumps back', async () => {
  const { state, growing, made, history, settled } = bench
  state.now = new Date('2027-03-27T22:00:00Z')
  const list = await growing(user)
  const schedule = { every: 'day' as const, at: '02:30', time_zone: 'Europe/Berlin', empty_limit: 100 }
  const { id } = await made(user, { list_id: list.id, ...schedule })
  /** The slots started so far, once the clock shows this time. */
  const slotsAt = async (time: string) => {
    state.now = new Date(time)
    await autopilotWorkerOf(bench.t.app.ctx).tick()
    if ((await history(user, id)).length > 0) await settled(user, id)
    return (await history(user, id)).map(({ slot }) => slot).toReversed()
  }

  // Half past two does not exist in Berlin that night: the clock goes from two to three at 01:00 UTC.
  expect(await slotsAt('2027-03-28T00:59:59Z')).toEqual([])
  const spring = '2027-03-28T01:00:00.000Z'
  expect(await slotsAt('2027-03-28T01:00:10Z')).toEqual([spring])
  // The clock is set back by an hour and a half, and the same slot is due again.
  expect(await slotsAt('2027-03-27T23:29:00Z')).toEqual([spring])
  expect(await slotsAt('2027-03-28T01:00:05Z')).toEqual([spring])
  const after = '2027-03-29T00:30:00.000Z'
  expect(await slotsAt('2027-03-29T00:29:57Z')).toEqual([spring])
  expect(await slotsAt('2027-03-29T00:30:05Z')).toEqual([spring, after])
  // After half a year off: one run makes up for all missed slots.
  const late = await slotsAt('2027-10-30T12:00:00Z')
  expect(late).toHaveLength(3)
  // Half past two occurs twice that night; the first counts.
  const autumn = '2027-10-31T00:30:00.000Z'
  expect(await slotsAt('2027-10-31T00:30:05Z')).toEqual([...late, autumn])
  expect(await slotsAt('2027-10-31T01:30:05Z')).toEqual([...late, autumn])
  expect(await slotsAt('2027-11-01T01:30:05Z')).toEqual([...late, autumn, '2027-11-01T01:30:00.000Z'])
})
